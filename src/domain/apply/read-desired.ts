import { encodeBase64 } from '../bytes/base64.ts'
import { encodeUtf8 } from '../bytes/utf8.ts'
import { sha256Hex } from '../bytes/sha256.ts'
import { type Fields, isFields, partOf } from '../object/fields.ts'
import { customKinds, isNamespaced } from '../pack/custom-kinds.ts'
import { describeManifest, identityOf, type Manifest } from '../pack/manifest.ts'
import type { PackProblem } from '../pack/pack-problem.ts'
import { readManifests, type SourceText } from '../pack/read-manifests.ts'
import { stageManifests, type StagedManifest } from '../pack/stage-manifests.ts'
import type { YamlValue } from '../yaml/yaml-value.ts'
import type { ApplyProblem } from './apply-problem.ts'
import { APPLIED_BY, CLUSTER_LABEL, clusterOf } from './ownership.ts'
import { RECORD_NAME, isPartName } from './record.ts'

/** A file with manifests. In a shared one each object names its cluster. */
export interface DesiredText extends SourceText {
  readonly isShared: boolean
}

/** An object as it shall be on the cluster. */
export interface DesiredObject {
  /** Group, kind, namespace and name: versions do not count. */
  readonly key: string
  readonly stage: StagedManifest['stage']
  readonly manifest: Manifest
  /** What is sent: with the annotation that says who applied it. */
  readonly content: Readonly<Record<string, unknown>>
  /** Of all that is sent; undefined for a Secret, whose digest would give its value away to whoever guesses it. */
  readonly digest: string | undefined
}

/** All that shall be on a cluster, in the order of application, and what is wrong with it. */
export interface DesiredReading {
  readonly objects: readonly DesiredObject[]
  readonly problems: readonly ApplyProblem[]
}

/** For whom manifests are read. */
export interface DesiredFor {
  readonly cluster: string
  /** The value of the annotation `fitout.dev/applied-by`. */
  readonly owner: string
}

/** Reads the objects of one cluster from the texts of one commit. Nothing is dropped in silence. */
export function readDesired(texts: readonly DesiredText[], { cluster, owner }: DesiredFor): DesiredReading {
  const problems: ApplyProblem[] = []
  const manifests: Manifest[] = []
  for (const text of texts) {
    const read = readManifests([text])
    problems.push(...read.problems.flatMap(asApplyProblem))
    for (const manifest of read.manifests) {
      const problem = clusterProblem(manifest, { cluster, isShared: text.isShared })
      if (problem) problems.push(problem)
      else if (clusterOf(manifest.content) === cluster || !text.isShared) manifests.push(manifest)
    }
  }
  for (const rule of rules) problems.push(...rule(manifests))
  problems.push(...ofTheRecord(manifests, owner))
  if (problems.some(({ severity }) => severity === 'error')) return { objects: [], problems }
  return { objects: stageManifests(manifests).map(staged => desiredOf(staged, owner)), problems }
}

const readingCodes = ['BAD_YAML', 'DUPLICATE_KEY', 'NOT_AN_OBJECT', 'NO_NAME', 'NO_NAMESPACE'] as const

// A file in which all is commented out says that nothing shall be there: that is no problem.
function asApplyProblem(problem: PackProblem): readonly ApplyProblem[] {
  const code = readingCodes.find(each => each === problem.code)
  return code === undefined ? [] : [{ ...problem, code }]
}

interface Reader {
  readonly cluster: string
  readonly isShared: boolean
}

function clusterProblem(manifest: Manifest, { cluster, isShared }: Reader): ApplyProblem | undefined {
  const named = clusterOf(manifest.content)
  if (isShared && named === undefined) {
    return error('NO_CLUSTER', manifest, {
      message: `${describeManifest(manifest)} is in a folder of all clusters, and has no label for its cluster`,
      fix: `give it the label ${CLUSTER_LABEL} with the name of its cluster`,
    })
  }
  if (isShared || named === undefined || named === cluster) return undefined
  return error('OTHER_CLUSTER', manifest, {
    message: `${describeManifest(manifest)} is in a folder of cluster ${JSON.stringify(cluster)}, and its ${CLUSTER_LABEL} is ${JSON.stringify(named)}`,
    fix: 'move it, or correct the label',
  })
}

type Rule = (manifests: readonly Manifest[]) => readonly ApplyProblem[]

const rules: readonly Rule[] = [sameObjectTwice, encrypted, serverField, tooLargeNumber, wrongScope]

function sameObjectTwice(manifests: readonly Manifest[]): readonly ApplyProblem[] {
  const first = new Map<string, Manifest>()
  return manifests.flatMap(manifest => {
    const known = first.get(identityOf(manifest))
    first.set(identityOf(manifest), known ?? manifest)
    if (!known) return []
    const { path, line, column } = known.place()
    return error('DUPLICATE_OBJECT', manifest, {
      message: `${describeManifest(manifest)} is defined twice; the first is in ${path}:${line}:${column}`,
      fix: 'leave one of them out',
    })
  })
}

function encrypted(manifests: readonly Manifest[]): readonly ApplyProblem[] {
  return manifests
    .filter(({ content }) => isFields(content['sops']))
    .map(manifest =>
      error('ENCRYPTED', manifest, {
        message: `${describeManifest(manifest)} is encrypted with SOPS, and would be applied encrypted`,
        fix: 'let Flux apply it, which decrypts it, or decrypt it in the job: sops -d <file> | fitout apply --cluster <name> -',
      }),
    )
}

// It would be applied over what this very command keeps there.
function ofTheRecord(manifests: readonly Manifest[], owner: string): readonly ApplyProblem[] {
  const home = owner.slice(0, owner.indexOf('/'))
  return manifests
    .filter(({ kind, namespace, name }) => namespace === home && isReserved(kind, name))
    .map(manifest =>
      error('RESERVED_NAME', manifest, {
        message: `${describeManifest(manifest)} is the record of fitout apply itself`,
        fix: 'remove it; --namespace keeps the record in another namespace',
      }),
    )
}

function isReserved(kind: string, name: string): boolean {
  if (kind !== 'ConfigMap' && kind !== 'Lease') return false
  return name === RECORD_NAME || isPartName(name)
}

// A server refuses them, or takes them for a condition that no longer holds.
const serverFields = ['uid', 'resourceVersion', 'managedFields'] as const

function serverField(manifests: readonly Manifest[]): readonly ApplyProblem[] {
  return manifests.flatMap(manifest => {
    const metadata = partOf(manifest.content, 'metadata')
    const found = serverFields.find(field => metadata[field] !== undefined && metadata[field] !== null)
    if (found === undefined) return []
    return error('SERVER_FIELD', manifest, {
      message: `${describeManifest(manifest)} has metadata.${found}, which only a server sets`,
      fix: 'remove it',
    })
  })
}

function tooLargeNumber(manifests: readonly Manifest[]): readonly ApplyProblem[] {
  return manifests
    .filter(({ content }) => hasBigInt(content))
    .map(manifest =>
      error('NUMBER_TOO_LARGE', manifest, {
        message: `${describeManifest(manifest)} has a number beyond 2^53, which JSON does not carry exactly`,
      }),
    )
}

function hasBigInt(value: YamlValue): boolean {
  if (typeof value === 'bigint') return true
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some(hasBigInt)
}

// Which namespace a person has chosen in a kubeconfig must not decide where an object of Git goes.
function wrongScope(manifests: readonly Manifest[]): readonly ApplyProblem[] {
  const kinds = customKinds(manifests)
  return manifests.flatMap(manifest => {
    const problem = scopeProblem(manifest, isNamespaced(manifest, kinds))
    return problem === undefined ? [] : error('NO_NAMESPACE', manifest, problem)
  })
}

/** What is wrong with the namespace of an object, given whether its kind lives in namespaces; undefined for nothing. */
export function scopeProblem(
  manifest: Manifest,
  mustHaveNamespace: boolean | undefined,
): { readonly message: string; readonly fix: string } | undefined {
  const what = describeManifest(manifest)
  if (mustHaveNamespace === true && manifest.namespace === '')
    return { message: `${what} has no metadata.namespace`, fix: 'set metadata.namespace' }
  if (mustHaveNamespace === false && manifest.namespace !== '')
    return {
      message: `${what} has metadata.namespace, but ${manifest.kind} is cluster-scoped`,
      fix: 'remove metadata.namespace',
    }
  return undefined
}

function error(
  code: ApplyProblem['code'],
  manifest: Manifest,
  { message, fix }: { readonly message: string; readonly fix?: string },
): ApplyProblem {
  return { severity: 'error', code, place: manifest.place(), message, ...(fix === undefined ? {} : { fix }) }
}

function desiredOf({ manifest, stage }: StagedManifest, owner: string): DesiredObject {
  const metadata = partOf(manifest.content, 'metadata')
  const given = metadata['annotations'] ?? {}
  // What is none is sent as it is: the server says so.
  const annotations = isFields(given) ? { ...given, [APPLIED_BY]: owner } : given
  const isSecret = manifest.kind === 'Secret' && manifest.apiVersion === 'v1'
  const body = isSecret ? withBytes(manifest.content) : manifest.content
  const content = { ...body, metadata: { ...metadata, annotations } }
  return {
    key: identityOf(manifest),
    stage,
    manifest,
    content,
    digest: isSecret ? undefined : digestOf(content),
  }
}

// A server forgets who set `stringData`, so a key that is removed there would stay. What is sent as bytes is removed.
function withBytes(secret: Manifest['content']): Fields {
  const isPlain = ['data', 'stringData'].every(field => isFields(secret[field] ?? {}))
  // Values in another form are sent as they are: the server refuses them, and nothing is lost.
  if (!isPlain) return secret
  const rest = Object.entries(secret).filter(([field]) => field !== 'stringData')
  const texts = Object.entries(partOf(secret, 'stringData')).map(
    ([key, text]) => [key, typeof text === 'string' ? encodeBase64(encodeUtf8(text)) : text] as const,
  )
  const data = { ...partOf(secret, 'data'), ...Object.fromEntries(texts) }
  return { ...Object.fromEntries(rest), ...(Object.keys(data).length === 0 ? {} : { data }) }
}

// Half of a SHA-256: it tells versions of one object apart, and guards nothing.
function digestOf(content: object): string {
  return sha256Hex([encodeUtf8(canonical(content))]).slice(0, 32)
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isFields(value)) return JSON.stringify(value) ?? 'null'
  const entries = Object.keys(value).toSorted()
  return `{${entries.map(key => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`
}
