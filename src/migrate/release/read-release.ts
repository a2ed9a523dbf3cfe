import { dns1123LabelProblems } from '../../domain/names/dns-name.ts'
import { attributeOf, type Block } from '../hcl/body.ts'
import { evaluate } from '../evaluate/evaluate.ts'
import { EvaluationError } from '../evaluate/evaluation-error.ts'
import type { HclScope } from '../evaluate/scope.ts'
import { type Hole, isUnknown } from '../evaluate/value.ts'
import type { ModuleInstance } from '../module/module-instance.ts'
import { releaseChartOf, knownText, type ReleaseChart } from './chart.ts'
import { mergeLayers } from './merge-layers.ts'
import { type PlacedReason, reasonAt } from './reason.ts'
import { type HelmReleaseFields, isSetting, mapSettings } from './settings.ts'
import { secretPaths } from './secret-values.ts'
import { type HandedValue, splitValues } from './split-values.ts'
import { type ValueLayers, valueLayers } from './value-layers.ts'
import type { HelmValues } from '../../domain/helm-values/copy-values.ts'

/** A release as one instance of a block describes it. */
export interface FoundRelease {
  readonly block: Block
  readonly instance: ModuleInstance
  readonly scope: HclScope
  /** With the key of its instance: `module.a.helm_release.b["c"]`. */
  readonly address: string
}

/** A release that Flux can take over. */
export interface HelmRelease extends FoundRelease {
  readonly name: string
  readonly namespace: string
  readonly chart: ReleaseChart
  readonly skipsCrds: boolean
  readonly spec: HelmReleaseFields
  readonly layers: ValueLayers
  readonly inline: HelmValues
  readonly handed: readonly HandedValue[]
  readonly credentials: RepositoryCredentials | undefined
  readonly notes: readonly PlacedReason[]
}

/** User and password of a repository, as expressions. */
interface RepositoryCredentials {
  readonly username: Hole
  readonly password: Hole
  readonly isPassedOn: boolean
}

/** A release that can be taken over, or all that hinders. */
export type ReleaseReading =
  | { readonly ok: true; readonly release: HelmRelease }
  | { readonly ok: false; readonly found: FoundRelease; readonly faults: readonly PlacedReason[] }

const readElsewhere: ReadonlySet<string> = new Set([
  'chart',
  'count',
  'depends_on',
  'for_each',
  'name',
  'namespace',
  'provider',
  'repository',
  'repository_password',
  'repository_username',
  'set',
  'set_list',
  'set_sensitive',
  'values',
  'version',
])

const readBlocks: ReadonlySet<string> = new Set([
  'set',
  'set_list',
  'set_sensitive',
  'dynamic',
  'lifecycle',
  'timeouts',
])

/** Reads one release. What is not understood is named, all of it. */
export function readHelmRelease(found: FoundRelease): ReleaseReading {
  try {
    return reading(found)
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error
    return { ok: false, found, faults: [reasonAt(error.span, error.reason)] }
  }
}

function reading(found: FoundRelease): ReleaseReading {
  const { block, scope } = found
  const { body } = block
  const settings = mapSettings(
    body.attributes
      .filter(({ name }) => isSetting(name))
      .map(attribute => ({ attribute, value: evaluate(attribute.value, scope) })),
  )
  const faults: PlacedReason[] = [...settings.faults, ...strangers(block)]
  const text = (name: string): string | undefined => {
    const read = knownText(body, name, scope)
    if (read.kind === 'fault') faults.push(read.fault)
    return read.kind === 'text' ? read.text : undefined
  }
  const [name, chartName, repository, version] = [
    text('name'),
    text('chart'),
    text('repository'),
    text('version'),
  ]
  const namespace = text('namespace') ?? 'default'
  const before = faults.length
  if (before === 0 && (name === undefined || chartName === undefined)) {
    faults.push(reasonAt(block, 'it has no name, or no chart'))
  }
  const chart =
    chartName === undefined
      ? undefined
      : releaseChartOf({ chart: chartName, repository, version, devel: settings.devel })
  if (before === 0 && typeof chart === 'string')
    faults.push(reasonAt(attributeOf(body, 'chart') ?? block, chart))
  faults.push(...nameFaults(block, { name, namespace }))

  const credentials = credentialsOf(found, repository ?? chartName ?? '', settings.passesCredentials)
  faults.push(...credentials.faults)
  const layers = valueLayers(block, scope)
  const values = splitLayers(found, layers)
  faults.push(...layers.faults, ...values.faults)
  if (faults.length > 0 || name === undefined || typeof chart !== 'object')
    return { ok: false, found, faults }

  const notes = [
    ...settings.notes,
    ...credentials.notes,
    ...versionNotes(block, chart),
    ...addressNotes(block, chart),
    ...providerNotes(block),
  ]
  return {
    ok: true,
    release: {
      ...found,
      name,
      namespace,
      chart,
      skipsCrds: settings.skipsCrds,
      spec: settings.spec,
      layers: values.layers,
      inline: values.inline,
      handed: values.handed,
      credentials: credentials.found,
      notes,
    },
  }
}

function strangers({ body }: Block): readonly PlacedReason[] {
  const attributes = body.attributes
    .filter(({ name }) => !readElsewhere.has(name) && !isSetting(name))
    .map(attribute => reasonAt(attribute, `Fitout does not know the argument ${attribute.name}`))
  const blocks = body.blocks
    .filter(block => !readBlocks.has(block.type) || isOtherDynamic(block))
    .map(block => reasonAt(block, blockWords(block)))
  return [...attributes, ...blocks]
}

function isOtherDynamic({ type, labels }: Block): boolean {
  return type === 'dynamic' && !['set', 'set_list', 'set_sensitive'].includes(labels[0] ?? '')
}

function blockWords({ type, labels }: Block): string {
  const name = type === 'dynamic' ? (labels[0] ?? '') : type
  if (name === 'postrender') return 'postrender is not mapped: Flux runs no program of yours'
  return `Fitout does not know the block ${name}`
}

function nameFaults(
  block: Block,
  { name, namespace }: { readonly name: string | undefined; readonly namespace: string },
): readonly PlacedReason[] {
  const at = (attribute: string) => attributeOf(block.body, attribute) ?? block
  const faults: PlacedReason[] = []
  if (name !== undefined && (name.length > 53 || dns1123LabelProblems(name).length > 0)) {
    faults.push(reasonAt(at('name'), 'the name of the release is not a DNS label of at most 53 characters'))
  }
  if (dns1123LabelProblems(namespace).length > 0) {
    faults.push(reasonAt(at('namespace'), 'the namespace is not a DNS label'))
  }
  return faults
}

function versionNotes(block: Block, { version }: ReleaseChart): readonly PlacedReason[] {
  if (/^v?\d+\.\d+\.\d+/.test(version) && !/[\s,|]/.test(version)) return []
  const words =
    version === '*'
      ? 'no version is pinned: Flux takes each new version by itself; pin one'
      : 'the version is a range: Flux takes each new version in it by itself'
  return [reasonAt(attributeOf(block.body, 'version') ?? block, words)]
}

function addressNotes(block: Block, { url }: ReleaseChart): readonly PlacedReason[] {
  if (!url.startsWith('http://')) return []
  const words = 'http:// does not protect the chart on its way: use https:// if the repository has it'
  return [reasonAt(attributeOf(block.body, 'repository') ?? block, words)]
}

function providerNotes({ body }: Block): readonly PlacedReason[] {
  const provider = attributeOf(body, 'provider')
  if (!provider) return []
  return [
    reasonAt(provider, 'it has a provider of its own: check that this is the cluster that the step is for'),
  ]
}

interface FoundCredentials {
  readonly found: RepositoryCredentials | undefined
  readonly faults: readonly PlacedReason[]
  readonly notes: readonly PlacedReason[]
}

function credentialsOf({ block, scope }: FoundRelease, url: string, isPassedOn: boolean): FoundCredentials {
  const none = { found: undefined, faults: [], notes: [] }
  const [user, password] = [
    attributeOf(block.body, 'repository_username'),
    attributeOf(block.body, 'repository_password'),
  ]
  if (!user || !password) return none
  const values = [evaluate(user.value, scope), evaluate(password.value, scope)]
  if (values.every(value => value === null || value === '')) return none
  const words = /^oci:\/\/public\.ecr\.aws(\/|$)/.test(url)
    ? 'repository_username and repository_password are not mapped: Flux reads public.ecr.aws without a login'
    : undefined
  if (words !== undefined) return { ...none, notes: [reasonAt(password, words)] }
  const fault = unmappedLogin(url)
  if (fault !== undefined) return { ...none, faults: [reasonAt(password, fault)] }
  const holes = [user, password].map((attribute, index): Hole => {
    const value = values[index] ?? null
    const { file, start, end } = attribute.value
    const known: Hole = {
      module: scope.module,
      expression: file.text.slice(start, end),
      span: { file, start, end },
      isSensitive: true,
      reason: 'it is sensitive',
    }
    return isUnknown(value) ? { ...value.hole, isSensitive: true } : known
  })
  const [username, secret] = holes
  if (!username || !secret) return none
  return { ...none, found: { username, password: secret, isPassedOn } }
}

function unmappedLogin(url: string): string | undefined {
  if (url.startsWith('http://'))
    return 'repository_password is not mapped: http:// would send it in clear text at each interval'
  return url.startsWith('oci://')
    ? 'repository_password is not mapped: for a registry Flux needs a Secret of type kubernetes.io/dockerconfigjson, or a provider'
    : undefined
}

interface SecretPlace {
  readonly block: Block
  readonly documents: ValueLayers['documents']
  readonly lines: ValueLayers['lines']
}

// The line that sets it, else the last document that may have it.
function secretFault(path: readonly string[], { block, documents, lines }: SecretPlace): PlacedReason {
  const name = path.join('.')
  const at = lines.find(line => line.name === name) ?? documents.at(-1) ?? block
  return reasonAt(
    at,
    `the value at ${name} looks like a secret, and would be in Git: make it a sensitive variable, or use set_sensitive`,
  )
}

interface ReadValues {
  readonly layers: ValueLayers
  readonly inline: HelmValues
  readonly handed: readonly HandedValue[]
  readonly faults: readonly PlacedReason[]
}

/** Divides the values. A document that only Terraform knows comes first or not at all: Flux puts inline values over it. */
function splitLayers({ block, scope }: FoundRelease, layers: ValueLayers): ReadValues {
  const none = { layers, inline: {}, handed: [] }
  const whole: HandedValue[] = []
  const documents = [...layers.documents]
  for (let first = documents[0]; first; first = documents[0]) {
    const value = scope.holes.wholeMark(first.text)
    if (value === undefined) break
    whole.push({ kind: 'document', path: [], value })
    documents.shift()
  }
  for (const document of documents) {
    if (scope.holes.wholeMark(document.text) === undefined) continue
    const words =
      'this document is known only to Terraform, and comes after others: Flux would put them over it'
    return { ...none, faults: [reasonAt(document, words)] }
  }
  const inList = whole.length > 0 && layers.lines.find(({ name }) => /(^|[^\\])\[\d+\]/.test(name))
  if (inList) {
    const words =
      'this sets an item of a list that a document known only to Terraform may have: Flux would replace that list'
    return { ...none, faults: [reasonAt(inList, words)] }
  }
  const merged = mergeLayers({ documents, lines: layers.lines }, text => text)
  if (!merged.ok) return { ...none, faults: [merged.fault] }
  const { inline, handed, unknownKeys } = splitValues(merged.values, scope.holes)
  const at = attributeOf(block.body, 'values') ?? block
  const faults = [
    ...unknownKeys.map(path =>
      reasonAt(at, `a key of the values is known only to Terraform, below ${path.join('.') || 'the top'}`),
    ),
    ...secretPaths(merged.values).map(path => secretFault(path, { block, documents, lines: layers.lines })),
  ]
  return { layers, inline, handed: [...whole, ...handed], faults }
}
