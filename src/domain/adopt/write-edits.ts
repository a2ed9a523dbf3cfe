import type { FleetSide } from '../change/delivery/fleet-sides.ts'
import type { GitObject } from '../change/delivery/delivery.ts'
import { type Fields, isFields, partOf, textIn } from '../object/fields.ts'
import { folderOf } from '../lint/model/kustomize-file.ts'
import { insertEntry, insertItem } from '../yaml/edit/insert-item.ts'
import { setScalar } from '../yaml/edit/set-scalar.ts'
import { YamlEditError } from '../yaml/edit/yaml-edit-error.ts'
import { readGoYaml } from '../yaml/read-go-yaml.ts'
import { writeYaml } from '../yaml/write/write-yaml.ts'
import type { YamlValue } from '../yaml/yaml-value.ts'
import type { AdoptionEdit } from './adoption-edits.ts'
import { kustomizationsOf } from './adoption-edits.ts'
import type { ClusterPlan, PlannedObject } from './cluster-plan.ts'
import { editObject } from './edit-object.ts'
import { titleOfFields, titleOfObject } from './object-titles.ts'
import type { OtherManager } from './running-cluster.ts'

/** The texts of a repository once edits are made, and what could not be written. */
export interface WrittenEdits {
  /** By path; only those that are others now. */
  readonly texts: ReadonlyMap<string, string>
  readonly notWritten: readonly string[]
}

/** What edits are written into. */
export interface EditedRepository {
  readonly texts: ReadonlyMap<string, string>
  readonly side: FleetSide
  readonly plan: ClusterPlan
}

/** Writes the edits of an adoption, each where it concerns this cluster alone. Comments and layout stay. */
export function writeEdits(edits: readonly AdoptionEdit[], repository: EditedRepository): WrittenEdits {
  const writer = new EditWriter(repository)
  for (const edit of edits) writer.write(edit)
  return { texts: writer.texts, notWritten: writer.notWritten }
}

class EditWriter {
  readonly texts = new Map<string, string>()
  readonly notWritten: string[] = []
  readonly #repository: EditedRepository

  constructor(repository: EditedRepository) {
    this.#repository = repository
  }

  write(edit: AdoptionEdit): void {
    const title = titleOfEdit(edit)
    try {
      this.#write(edit)
    } catch (error) {
      if (!(error instanceof YamlEditError)) throw error
      this.notWritten.push(`${title}: ${error.message}`)
    }
  }

  #write(edit: AdoptionEdit): void {
    switch (edit.kind) {
      case 'labels':
        return this.#labels(edit.object, edit.labels)
      case 'patch':
        return this.#patch(edit.planned, edit.fields)
      case 'orphan':
        return this.#set(edit.planned, ['spec'], ['deletionPolicy', 'Orphan'])
      case 'keep-pruned':
        return this.#set(edit.planned, ['spec'], ['prune', false])
      case 'pause':
        return this.#pause(edit.other)
      case 'suspend':
        return this.#suspend(edit.live)
    }
  }

  #text(path: string): string | undefined {
    return this.texts.get(path) ?? this.#repository.texts.get(path)
  }

  #edit(object: GitObject, change: (text: string) => string): void {
    const { path } = object.place()
    const text = this.#text(path)
    const edited = text === undefined ? undefined : editObject(text, object, change)
    if (edited === undefined)
      this.notWritten.push(`${titleOfObject(object)}: it is not in ${path} as it is applied`)
    else this.texts.set(path, edited)
  }

  #labels(object: GitObject, labels: Readonly<Record<string, string>>): void {
    this.#edit(object, text =>
      Object.entries(labels).reduce(
        (edited, entry) => withEntry(edited, ['metadata', 'labels'], entry),
        text,
      ),
    )
  }

  #set({ object }: PlannedObject, path: readonly string[], entry: readonly [string, YamlValue]): void {
    this.#edit(object, text => withEntry(text, path, entry))
  }

  /** Where a change is for this cluster alone: in the Kustomization that brings the object, or in its own file. */
  #patch({ object, deliverer }: PlannedObject, fields: Fields): void {
    const bringer = kustomizationsOf(this.#repository.plan).find(
      one => one.object.name === deliverer.name && one.object.namespace === deliverer.namespace,
    )?.object
    if (
      deliverer.kind === 'Kustomization' &&
      bringer &&
      this.#isOwn(bringer) &&
      !isCarried(bringer, this.#repository)
    )
      return this.#edit(bringer, text =>
        withPatch(text, { object, isNamesake: this.#hasNamesake(object) }, fields),
      )
    if (this.#isOwn(object)) return this.#edit(object, text => withFields(text, fields))
    this.notWritten.push(
      `${titleOfObject(object)}: it is shared with other clusters, and no Kustomization of this cluster alone brings it`,
    )
  }

  // Only then the namespace selects: kustomize selects before it gives namespaces.
  #hasNamesake({ kind, name, namespace }: GitObject): boolean {
    return this.#repository.plan.steps
      .flatMap(({ releases, objects }) => [...releases, ...objects])
      .some(({ object: one }) => one.kind === kind && one.name === name && one.namespace !== namespace)
  }

  /** Whether no other cluster gets what is in a file. */
  #isOwn(object: GitObject): boolean {
    const { path } = object.place()
    const { side, plan } = this.#repository
    return [...side.targets].every(
      ([id, { deliveries }]) =>
        id === plan.id ||
        [...deliveries.values()].every(({ objects }) => objects.every(one => one.place().path !== path)),
    )
  }

  #pause(other: OtherManager): void {
    const { cluster } = this.#repository.plan
    const [kind = '', id = ''] = other.object.split(' ')
    const [namespace = '', name = ''] = id.split('/')
    if (!cluster || name === '')
      return void this.notWritten.push(`${other.object}: the Cluster is not in Git`)
    const folder = folderOf(cluster.place().path)
    const list = `${folder}/kustomization.yaml`
    if (this.#text(list) === undefined)
      return void this.notWritten.push(
        `${other.object}: ${list} is not there, so nothing would apply the pause`,
      )
    this.#add(folder, `paused-${name}.yaml`, pauseText({ kind, namespace, name }))
  }

  /** In the folder that the Kustomization reads from now on which has applied it. */
  #suspend(live: Fields): void {
    const metadata = partOf(live, 'metadata')
    const labels = partOf(metadata, 'labels')
    const [name, namespace] = ['name', 'namespace'].map(key => textIn(labels, `${OWNER}${key}`))
    const bringer = kustomizationsOf(this.#repository.plan).find(
      ({ object }) => object.name === name && object.namespace === namespace,
    )?.object
    const folder = bringer ? folderPath(bringer) : ''
    if (!bringer || !this.#isOwnFolder(folder))
      return void this.notWritten.push(
        `${titleOfFields(live)}: no Kustomization of this cluster alone applies it: suspend it where it is kept now`,
      )
    const file = `suspended-${textIn(metadata, 'namespace')}-${textIn(metadata, 'name')}.yaml`
    this.#add(folder, file, suspendedText(live))
  }

  #isOwnFolder(folder: string): boolean {
    const { side, plan } = this.#repository
    return [...side.targets].every(
      ([id, { deliveries }]) =>
        id === plan.id ||
        [...deliveries.values()].every(({ objects }) =>
          objects.every(one => !one.place().path.startsWith(`${folder}/`)),
        ),
    )
  }

  #add(folder: string, file: string, text: string): void {
    const list = `${folder}/kustomization.yaml`
    const listed = this.#text(list)
    if (listed !== undefined) this.texts.set(list, insertItem(listed, ['resources'], { value: file }))
    this.texts.set(`${folder}/${file}`, text)
  }
}

// A part of the object: server-side apply adds the annotation to what is there, and takes nothing away.
function pauseText({
  kind,
  namespace,
  name,
}: {
  readonly kind: string
  readonly namespace: string
  readonly name: string
}): string {
  const object = {
    apiVersion: 'addons.cluster.x-k8s.io/v1alpha1',
    kind,
    metadata: {
      name,
      namespace,
      annotations: { 'cluster.x-k8s.io/paused': 'true', 'kustomize.toolkit.fluxcd.io/prune': 'disabled' },
    },
  }
  return `# Adopted: Flux on the cluster has this release now, so its former owner pauses. Written by fitout adopt.\n${writeYaml(object)}`
}

function folderPath({ content }: GitObject): string {
  return textIn(partOf(content, 'spec'), 'path')
    .replace(/^\.?\/+/, '')
    .replace(/\/+$/, '')
}

const OWNER = 'kustomize.toolkit.fluxcd.io/'

// All of it, because Flux takes away what it applied before and Git does not have.
function suspendedText(live: Fields): string {
  const metadata = partOf(live, 'metadata')
  const object = {
    apiVersion: textIn(live, 'apiVersion'),
    kind: textIn(live, 'kind'),
    metadata: {
      name: textIn(metadata, 'name'),
      namespace: textIn(metadata, 'namespace'),
      annotations: { [`${OWNER}prune`]: 'disabled' },
    },
    spec: { ...partOf(live, 'spec'), suspend: true },
  }
  return `# Adopted: another HelmRelease continues its release. Delete it while it is suspended, which uninstalls nothing. Written by fitout adopt.\n${writeYaml(asYaml(object))}`
}

function titleOfEdit(edit: AdoptionEdit): string {
  if (edit.kind === 'suspend') return titleOfFields(edit.live)
  if (edit.kind === 'pause') return edit.other.object
  return titleOfObject(edit.kind === 'labels' ? edit.object : edit.planned.object)
}

// What a ClusterResourceSet carries is applied by Cluster API, which knows no patches.
function isCarried(object: GitObject, { plan }: EditedRepository): boolean {
  const planned = plan.steps.flatMap(({ objects }) => objects).find(one => one.object === object)
  return planned?.deliverer.kind === 'ClusterResourceSet'
}

/** A document with an entry of a mapping, made or changed. */
function withEntry(
  text: string,
  path: readonly string[],
  [key, value]: readonly [string, YamlValue],
): string {
  const root = readGoYaml(text)
  let at: unknown = root
  for (const [depth, step] of path.entries()) {
    const next = isFields(at) ? at[step] : undefined
    if (next === undefined || next === null) {
      const missing = path
        .slice(depth + 1)
        .reduceRight<YamlValue>((inner, one) => ({ [one]: inner }), { [key]: value })
      return insertEntry(text, path.slice(0, depth), [step, missing])
    }
    at = next
  }
  const before = isFields(at) ? at[key] : undefined
  if (before === undefined) return insertEntry(text, path, [key, value])
  if (typeof value === 'object' && value !== null) {
    throw new YamlEditError('NOT_A_SCALAR', [...path, key], { offset: 0, line: 1, column: 1 })
  }
  return setScalar(text, [...path, key], value)
}

interface Patched {
  readonly object: GitObject
  /** Whether the Kustomization brings another one of this kind and name, in another namespace. */
  readonly isNamesake: boolean
}

/** A Kustomization of Flux with one more patch. */
function withPatch(text: string, { object, isNamesake }: Patched, fields: Fields): string {
  const metadata = {
    name: object.name,
    ...(object.namespace === '' ? {} : { namespace: object.namespace }),
    ...partOf(fields, 'metadata'),
  }
  const patch = {
    apiVersion: textIn(object.content, 'apiVersion'),
    kind: object.kind,
    metadata,
    ...(fields['spec'] === undefined ? {} : { spec: fields['spec'] }),
  }
  const item = {
    target: { kind: object.kind, name: object.name, ...(isNamesake ? { namespace: object.namespace } : {}) },
    patch: `# Keeps what ran on the cluster when it was adopted.\n${writeYaml(asYaml(patch))}`,
  }
  const spec = partOf(asFields(readGoYaml(text)), 'spec')
  return Array.isArray(spec['patches'])
    ? insertItem(text, ['spec', 'patches'], { value: item })
    : insertEntry(text, ['spec'], ['patches', [item]])
}

/** A manifest with other fields; null takes one away, which needs a patch. */
function withFields(text: string, fields: Fields): string {
  return leaves(fields, []).reduce((edited, { path, value }) => {
    const key = path.at(-1) ?? ''
    if (value === null) throw new YamlEditError('NOT_FOUND', path, { offset: 0, line: 1, column: 1 })
    return withEntry(edited, path.slice(0, -1), [key, value])
  }, text)
}

function leaves(
  value: Fields,
  path: readonly string[],
): readonly { readonly path: readonly string[]; readonly value: YamlValue }[] {
  return Object.entries(value).flatMap(([key, item]) =>
    isFields(item) && Object.keys(item).length > 0
      ? leaves(item, [...path, key])
      : [{ path: [...path, key], value: asYaml(item) }],
  )
}

function asFields(value: YamlValue): Fields {
  return isFields(value) ? value : {}
}

function asYaml(value: unknown): YamlValue {
  if (Array.isArray(value)) return value.map(asYaml)
  if (isFields(value))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, asYaml(item)]))
  if (
    typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'boolean' ||
    typeof value === 'bigint'
  )
    return value
  return null
}
