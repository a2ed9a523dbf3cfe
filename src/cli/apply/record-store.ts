import { FIELD_MANAGER } from '../../domain/apply/ownership.ts'
import {
  type ApplyRecord,
  MAX_PARTS,
  PART_LABEL,
  RECORD_NAME,
  isIntactPart,
  isPartName,
  type RecordData,
  type RecordPart,
  type WrittenRecord,
  partsOf,
  readRecord,
  writeRecord,
} from '../../domain/apply/record.ts'
import { partOf } from '../../domain/object/fields.ts'
import { hasCode } from '../../engine/api/api-error.ts'
import { findObject } from '../../engine/api/find-object.ts'
import type { Api, Resource } from '../../engine/api/api.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { Refusal } from '../command/refusal.ts'

const configMaps: Resource = {
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  scope: 'Namespaced',
}

/** What a cluster has taken, in a ConfigMap of its own. Every write names the version that it was decided on. */
export class RecordStore {
  readonly #api: Api
  readonly #namespace: string
  readonly #partBytes: number | undefined
  #stored: KubeObject | undefined

  constructor(api: Api, namespace: string, partBytes?: number) {
    this.#api = api
    this.#namespace = namespace
    this.#partBytes = partBytes
  }

  /** The record, or undefined if there is none. Refuses to continue with one that cannot be read. */
  async read(): Promise<ApplyRecord | undefined> {
    this.#stored = await this.#allowed('get', () => findObject(this.#api, this.#ref(RECORD_NAME)))
    if (!this.#stored) return undefined
    const data = dataOf(this.#stored)
    const names = partsOf(data)
    const parts = names && (await Promise.all(names.map(name => findObject(this.#api, this.#ref(name)))))
    const intact = parts?.filter(part => part && isIntactPart(part.metadata.name, dataOf(part)))
    const found = intact?.filter(part => part !== undefined).map(dataOf)
    const record = found && found.length === names?.length ? readRecord(data, found) : undefined
    return record ?? this.#damaged()
  }

  #damaged(): never {
    throw new Refusal(
      `cannot read ConfigMap ${this.#namespace}/${RECORD_NAME}, the record of what was applied: it is damaged, or written by a newer fitout`,
      {
        fix: 'use the newer fitout; or delete the ConfigMap to start over: everything is applied again, and objects that were removed from Git before stay',
      },
    )
  }

  /** Writes the record, and takes away what only the one before it needed. */
  async write(record: ApplyRecord): Promise<void> {
    const written = writeRecord(record, this.#partBytes)
    if (!written) throw new Refusal(`cannot apply so many objects: a record holds at most ${MAX_PARTS} parts`)
    const hadParts = this.#stored !== undefined && partsOf(dataOf(this.#stored))?.length !== 0
    await this.#allowed('create and update', () => this.#store(written))
    // Most jobs need no permission for this.
    if (!hadParts && written.parts.length === 0) return
    await this.#allowed('list and delete', () =>
      this.#dropPartsExcept(new Set(written.parts.map(({ name }) => name))),
    )
  }

  async #store(written: WrittenRecord): Promise<void> {
    for (const part of written.parts) await this.#createPart(part)
    const object = this.#configMap({ name: RECORD_NAME, data: written.data }, this.#stored?.metadata)
    const call = { fieldManager: FIELD_MANAGER }
    try {
      this.#stored = this.#stored
        ? await this.#api.update(configMaps, object, call)
        : await this.#api.create(configMaps, object, call)
    } catch (error) {
      if (!hasCode(error, 'Conflict', 'AlreadyExists', 'NotFound')) throw error
      throw new Refusal(`another client wrote ConfigMap ${this.#namespace}/${RECORD_NAME} in the meantime`, {
        fix: 'run it again: it continues where it stopped',
      })
    }
  }

  async #allowed<T>(verbs: string, call: () => Promise<T>): Promise<T> {
    try {
      return await call()
    } catch (error) {
      if (!hasCode(error, 'Forbidden')) throw error
      throw new Refusal(
        `cannot keep a record: you are not allowed to ${verbs} configmaps in namespace "${this.#namespace}"`,
        { exitCode: 4, fix: 'ask for this permission, or name another namespace with --namespace' },
      )
    }
  }

  // Its name says its content: what is there already is the same.
  async #createPart(part: RecordPart): Promise<void> {
    try {
      await this.#api.create(configMaps, this.#configMap(part), { fieldManager: FIELD_MANAGER })
    } catch (error) {
      if (!hasCode(error, 'AlreadyExists')) throw error
    }
  }

  async #dropPartsExcept(needed: ReadonlySet<string>): Promise<void> {
    const selection = { resource: configMaps, namespace: this.#namespace, labels: `${PART_LABEL}=part` }
    const { items } = await this.#api.list({ ...selection, metadataOnly: true })
    for (const { metadata } of items) {
      if (needed.has(metadata.name) || !isPartName(metadata.name)) continue
      try {
        await this.#api.delete(this.#ref(metadata.name))
      } catch (error) {
        if (!hasCode(error, 'NotFound')) throw error
      }
    }
  }

  #ref(name: string) {
    return { resource: configMaps, namespace: this.#namespace, name }
  }

  #configMap({ name, data }: RecordPart, before?: KubeObject['metadata']): KubeObject {
    const kind = name === RECORD_NAME ? 'record' : 'part'
    const labels = { ...before?.labels, 'app.kubernetes.io/managed-by': 'fitout', [PART_LABEL]: kind }
    return {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { ...before, name, namespace: this.#namespace, labels },
      data,
    }
  }
}

function dataOf(object: KubeObject): RecordData {
  const texts = Object.entries(partOf(object, 'data')).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return Object.fromEntries(texts)
}
