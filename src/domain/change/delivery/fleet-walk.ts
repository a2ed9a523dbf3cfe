import { type Fields, isFields, itemsIn, partOf, textIn } from '../../object/fields.ts'
import { oncePerObject } from '../../object/once-per-object.ts'
import { resolved } from '../../apply/choose-files.ts'
import { sourceKeyOf } from '../../lint/model/flux-kustomization.ts'
import { isUnfilled, makeObject } from '../../lint/model/lint-object.ts'
import { fluxRendering } from '../../kustomize/flux-rendering.ts'
import { type NotRendered, renderedAsIs, type RenderedObject } from '../../kustomize/rendered.ts'
import {
  type GitObject,
  type Deliverer,
  type ServerDelivery,
  keyOfDeliverer,
  type ServerTarget,
} from './delivery.ts'
import type { RepositorySide } from './fleet-sides.ts'
import { isOfManagement } from './management-objects.ts'

/** A target while it is filled. */
export interface OpenTarget extends ServerTarget {
  readonly deliveries: Map<string, ServerDelivery>
}

/** Where a walk begins on an API server. */
export interface TargetHead {
  readonly id: string
  readonly kind: ServerTarget['kind']
  readonly namespace: string
  readonly name: string
}

/** Follows what is applied: from a Kustomization to the objects of its folder, and on from those that apply others. */
export class FleetWalk {
  readonly targets = new Map<string, OpenTarget>()
  readonly management = new Set<string>()
  readonly notFollowed = new Map<string, NotRendered>()
  /** Objects of the repository that something applies. */
  readonly reached = new Set<object>()
  readonly #side: RepositorySide

  constructor(side: RepositorySide) {
    this.#side = side
  }

  target(head: TargetHead): OpenTarget {
    const known = this.targets.get(head.id)
    if (known) return known
    const target: OpenTarget = { ...head, deliveries: new Map() }
    this.targets.set(head.id, target)
    return target
  }

  /** Puts objects on a target, and follows those that apply others. */
  deliver(
    target: OpenTarget,
    { deliverer, objects }: ServerDelivery,
    rendered: readonly RenderedObject[],
  ): void {
    const key = keyOfDeliverer(deliverer)
    if (target.deliveries.has(key)) return
    target.deliveries.set(key, { deliverer, objects })
    if (hasManagement(objects)) this.management.add(target.id)
    for (const object of rendered) this.reached.add(object.source)
    for (const object of appliersIn(rendered)) this.#follow(target, object)
  }

  #follow(target: OpenTarget, object: RenderedObject): void {
    if (object.kind === 'Kustomization') this.kustomization(target, object)
    else if (object.kind === 'ResourceSet') this.#resourceSet(target, object)
    else this.#instance(target, object)
  }

  /** Applies the folder of a Kustomization of Flux, if it is in this repository. */
  kustomization(host: OpenTarget, object: RenderedObject): void {
    const spec = partOf(object.content, 'spec')
    const folder = folderIn(spec)
    const { repository, renderer } = this.#side
    const isOwn = repository.sources.likely.has(sourceKeyOf({ ...object.source, content: object.content }))
    if (!isOwn || folder === undefined || !repository.hasFolder(folder)) {
      if (isOwn) this.#note(object, ['spec', 'path'], 'its path is not in this repository')
      return
    }
    const target = this.#targetOf(host, object)
    if (!target) return
    const deliverer = { ...kustomizationDeliverer(object), folder }
    if (target.deliveries.has(keyOfDeliverer(deliverer))) return
    const find = (kind: string, namespace: string, name: string) =>
      this.#variables(host, { kind, namespace, name })
    const rendering = fluxRendering(object, folder, { renderer, find })
    for (const one of rendering.notFollowed) this.#noteOne(one)
    this.deliver(target, { deliverer, objects: deliveredOf(rendering.objects) }, rendering.objects)
  }

  #targetOf(host: OpenTarget, object: RenderedObject): OpenTarget | undefined {
    const cluster = clusterOfKubeconfig(object)
    if (cluster === undefined) return host
    if (cluster === '') {
      this.#note(object, ['spec', 'kubeConfig'], 'its kubeConfig names no cluster that can be told')
      return undefined
    }
    const { namespace } = object
    return this.target({ id: `${namespace}/${cluster}`, kind: 'cluster', namespace, name: cluster })
  }

  // Of a template nobody knows what comes of it but flux-operator.
  #resourceSet(target: OpenTarget, object: RenderedObject): void {
    const spec = partOf(object.content, 'spec')
    if (
      spec['inputs'] !== undefined ||
      spec['inputsFrom'] !== undefined ||
      spec['resourcesTemplate'] !== undefined
    )
      return this.#note(object, ['spec'], 'only flux-operator can run a ResourceSet with inputs')
    const rendered = resourcesOf(object)
    const deliverer = owner('ResourceSet', object, { prunes: true, deletesOnDeletion: true })
    this.deliver(target, { deliverer, objects: deliveredOf(rendered) }, rendered)
  }

  #instance(target: OpenTarget, object: RenderedObject): void {
    const kustomization = syncOf(object)
    if (kustomization) this.kustomization(target, kustomization)
  }

  #variables(
    target: OpenTarget,
    wanted: { kind: string; namespace: string; name: string },
  ): Fields | undefined {
    for (const { objects } of target.deliveries.values()) {
      const found = objects.find(
        ({ group, kind, namespace, name }) =>
          group === '' && kind === wanted.kind && namespace === wanted.namespace && name === wanted.name,
      )
      if (found) return found.content
    }
    const [one, ...others] = this.#side.repository.objects.filter(
      ({ group, kind, name, namespace }) =>
        group === '' &&
        kind === wanted.kind &&
        name === wanted.name &&
        [wanted.namespace, ''].includes(namespace),
    )
    return others.length === 0 ? one?.content : undefined
  }

  #note(object: RenderedObject, path: readonly string[], because: string): void {
    this.#noteOne({ place: object.source.placeOf(path), because })
  }

  #noteOne(one: NotRendered): void {
    this.notFollowed.set(`${one.place.path}:${one.place.line}:${one.because}`, one)
  }
}

/** The cluster that a kubeConfig leads to: undefined if there is none, empty if it is not known. */
function clusterOfKubeconfig({ content }: Pick<RenderedObject, 'content'>): string | undefined {
  const config = partOf(content, 'spec')['kubeConfig']
  if (!isFields(config)) return undefined
  const name = textIn(partOf(config, 'secretRef'), 'name')
  return name.endsWith('-kubeconfig') && !isUnfilled(name) ? name.slice(0, -'-kubeconfig'.length) : ''
}

function folderIn(spec: Fields): string | undefined {
  const path = textIn(spec, 'path')
  return isUnfilled(path) ? undefined : resolved('', path.replace(/^\/+/, ''))
}

/** What a Kustomization does about its objects. */
function kustomizationDeliverer(object: Pick<RenderedObject, 'content' | 'namespace' | 'name'>): Deliverer {
  const spec = partOf(object.content, 'spec')
  const prunes = spec['prune'] === true
  const policy = textIn(spec, 'deletionPolicy', 'MirrorPrune')
  const deletesOnDeletion = policy === 'MirrorPrune' ? prunes : policy !== 'Orphan'
  return owner('Kustomization', object, {
    prunes,
    deletesOnDeletion,
    isSuspended: spec['suspend'] === true,
    isForced: spec['force'] === true,
  })
}

function owner(
  kind: Deliverer['kind'],
  { namespace, name }: Pick<RenderedObject, 'namespace' | 'name'>,
  more: Partial<Deliverer>,
): Deliverer {
  return {
    kind,
    namespace,
    name,
    prunes: false,
    deletesOnDeletion: false,
    isSuspended: false,
    isForced: false,
    ...more,
  }
}

const appliersIn = oncePerObject((objects: readonly RenderedObject[]) =>
  objects.filter(
    object =>
      (object.group === 'kustomize.toolkit.fluxcd.io' && object.kind === 'Kustomization') ||
      (object.group === 'fluxcd.controlplane.io' && ['ResourceSet', 'FluxInstance'].includes(object.kind)),
  ),
)

const hasManagement = oncePerObject((objects: readonly GitObject[]) => objects.some(isOfManagement))

/** Rendered objects as something delivers them: the same list for the same list. */
export const deliveredOf = oncePerObject((objects: readonly RenderedObject[]): readonly GitObject[] =>
  objects
    .filter(({ content }) => !isLocal(content))
    .map(({ group, kind, namespace, name, content, doubt, source }) => ({
      group,
      kind,
      namespace,
      name,
      content,
      doubt,
      place: () => source.placeOf(),
    })),
)

function isLocal(content: Fields): boolean {
  const annotations = partOf(partOf(content, 'metadata'), 'annotations')
  return textIn(annotations, 'config.kubernetes.io/local-config') === 'true'
}

const resourcesOf = oncePerObject((object: RenderedObject): readonly RenderedObject[] => {
  const common = partOf(partOf(object.content, 'spec'), 'commonMetadata')
  return itemsIn(partOf(object.content, 'spec'), 'resources').map(item => {
    const metadata = partOf(item, 'metadata')
    const labels = { ...partOf(metadata, 'labels'), ...partOf(common, 'labels') }
    const content = {
      ...item,
      metadata: { ...metadata, ...(Object.keys(labels).length === 0 ? {} : { labels }) },
    }
    return {
      ...renderedAsIs(
        makeObject(content, { path: object.source.path, placeOf: () => object.source.placeOf() }),
      ),
      source: object.source,
      doubt: object.doubt,
    }
  })
})

/** The Kustomization that flux-operator makes of the sync of a FluxInstance. */
export const syncOf = oncePerObject((object: RenderedObject): RenderedObject | undefined => {
  const sync = partOf(partOf(object.content, 'spec'), 'sync')
  const path = textIn(sync, 'path')
  if (path === '') return undefined
  const name = textIn(sync, 'name', 'flux-system')
  const content = {
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name, namespace: object.namespace },
    spec: {
      path,
      prune: true,
      interval: textIn(sync, 'interval', '10m'),
      sourceRef: { kind: textIn(sync, 'kind'), name },
    },
  }
  const made = makeObject(content, { path: object.source.path, placeOf: () => object.source.placeOf() })
  return { ...renderedAsIs(made), source: object.source }
})
