import { expect } from 'vitest'
import type { Api, ObjectRef, Resource, Selection } from '../../src/engine/api/api.ts'
import { type ApiErrorCode, hasCode } from '../../src/engine/api/api-error.ts'
import type { KubeObject, ObjectMeta } from '../../src/engine/api/kube-object.ts'
import type { ApiUnderTest } from './api-contract.ts'
import { Follower } from './api-follower.ts'
import { widgetDefinition } from './widget-definition.ts'

/** What an object begins with; the bench adds the rest. */
interface Given {
  readonly metadata?: Partial<ObjectMeta>
  readonly [field: string]: unknown
}

/** Longer than anything that a cluster does by itself takes. */
const PATIENCE = 600

/** Who writes when it does not matter who. */
export const by = { fieldManager: 'contract' }

/** The server under test, and short words for what the sentences are about. */
export class Bench {
  readonly #make: () => Promise<ApiUnderTest>
  #server: ApiUnderTest | undefined
  #names = 0

  /** Whether sentences are tried that wait for minutes. */
  readonly isPatient: boolean

  constructor(make: () => Promise<ApiUnderTest>, isPatient: boolean) {
    this.#make = make
    this.isPatient = isPatient
  }

  async start(): Promise<void> {
    this.#server = await this.#make()
    await this.api.create(definitions, widgetDefinition(this.group), by)
    await this.untilServed(this.widgets)
  }

  async stop(): Promise<void> {
    await this.api.delete({ resource: definitions, name: `widgets.${this.group}` })
  }

  get #under(): ApiUnderTest {
    if (this.#server === undefined) throw new Error('cannot use the server: it is not started')
    return this.#server
  }

  get api(): Api {
    return this.#under.api
  }

  get namespace(): string {
    return this.#under.namespace
  }

  /** A group of its own, so that two runs can share a server. */
  get group(): string {
    return `${this.namespace}.contract.fitout.dev`
  }

  /** A custom kind with a status apart, and with a field for each way of merging. */
  get widgets(): Resource {
    return { group: this.group, version: 'v1', kind: 'Widget', plural: 'widgets', scope: 'Namespaced' }
  }

  readonly compact = (): Promise<void> => this.#under.compact()
  readonly settle = (): Promise<void> => this.#under.settle()

  /** A name that nothing has yet. */
  name(): string {
    this.#names += 1
    return `thing-${String(this.#names).padStart(4, '0')}`
  }

  /** A value of a label that nothing has yet, in no namespace. */
  set(): string {
    return `${this.namespace}-${this.name()}`
  }

  configMap(name: string, given: Given = {}): KubeObject {
    return {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      ...given,
      metadata: { name, namespace: this.namespace, ...given.metadata },
    }
  }

  widget(name: string, given: Given = {}): KubeObject {
    const metadata = { name, namespace: this.namespace, ...given.metadata }
    return { apiVersion: `${this.group}/v1`, kind: 'Widget', ...given, metadata }
  }

  /** Where an object of a namespaced kind is. */
  ref(resource: Resource, name: string): ObjectRef {
    return resource.scope === 'Cluster' ? { resource, name } : { resource, namespace: this.namespace, name }
  }

  get(resource: Resource, name: string): Promise<KubeObject> {
    return this.api.get(this.ref(resource, name))
  }

  /** Creates a ConfigMap. */
  async aConfigMap(given: Given = {}): Promise<KubeObject> {
    return this.api.create(configMaps, this.configMap(this.name(), given), by)
  }

  /** Creates a custom object. */
  async aWidget(given: Given = {}): Promise<KubeObject> {
    return this.api.create(this.widgets, this.widget(this.name(), given), by)
  }

  /** Applies to a custom object in the name of a manager. */
  async applyWidget(manager: string, name: string, given: Given): Promise<KubeObject> {
    return this.api.apply(this.widgets, this.widget(name, given), { fieldManager: manager })
  }

  /** Waits until something holds. */
  async until(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
    for (let tries = 0; tries < PATIENCE; tries += 1) {
      if (await holds()) return
      await this.settle()
    }
    expect.fail(`it did not come true that ${what}`)
  }

  async untilGone(ref: ObjectRef): Promise<void> {
    await this.until(`${ref.name} is gone`, async () => (await this.codeOf(this.api.get(ref))) === 'NotFound')
  }

  async untilServed(resource: Resource): Promise<void> {
    await this.until(`${resource.plural} are served`, async () => {
      return (await this.codeOf(this.api.list({ resource, namespace: this.namespace }))) === undefined
    })
  }

  /** The code of the error that a call ends with; undefined when it does not. */
  async codeOf(call: Promise<unknown>): Promise<ApiErrorCode | undefined> {
    try {
      await call
      return undefined
    } catch (error) {
      if (hasCode(error, 'Timeout', 'Unreachable') || !(error instanceof Error && 'code' in error))
        throw error
      return error.code as ApiErrorCode
    }
  }

  /** Follows a selection from a version on. */
  follow(selection: Selection, resourceVersion: string): Follower {
    return new Follower(this, signal => this.api.watch(selection, resourceVersion, { signal }))
  }
}

const cluster = { group: '', version: 'v1', scope: 'Cluster' } as const
const namespaced = { group: '', version: 'v1', scope: 'Namespaced' } as const
export const configMaps: Resource = { ...namespaced, kind: 'ConfigMap', plural: 'configmaps' }
export const secrets: Resource = { ...namespaced, kind: 'Secret', plural: 'secrets' }
/** The one kind that real servers always read from storage, so that what is compacted there is gone at once. */
export const events: Resource = { ...namespaced, kind: 'Event', plural: 'events' }
export const namespaces: Resource = { ...cluster, kind: 'Namespace', plural: 'namespaces' }
export const definitions: Resource = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  kind: 'CustomResourceDefinition',
  plural: 'customresourcedefinitions',
  scope: 'Cluster',
}
