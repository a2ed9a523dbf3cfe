import { type Fields, partOf, textIn } from '../../object/fields.ts'
import { lineOf, lineOfAbsent, nameOf, sayCondition, sentenceOf } from '../claim.ts'
import type { CauseRule } from '../guide.ts'
import { conditionsOf, type SeenRef, type SeenObject } from '../seen-object.ts'
import { commit, refresh } from '../show/commands.ts'
import { blamedFor } from './known-of.ts'
import { sideOf } from './side-of.ts'

/** The fields of spec by which objects of Flux name others in their own namespace, and what these are. */
const references: readonly { readonly path: readonly string[]; readonly kind: string }[] = [
  { path: ['secretRef', 'name'], kind: 'Secret' },
  { path: ['certSecretRef', 'name'], kind: 'Secret' },
  { path: ['proxySecretRef', 'name'], kind: 'Secret' },
  { path: ['verify', 'secretRef', 'name'], kind: 'Secret' },
  { path: ['verify', 'trustedRootSecretRef', 'name'], kind: 'Secret' },
  { path: ['sts', 'secretRef', 'name'], kind: 'Secret' },
  { path: ['sts', 'certSecretRef', 'name'], kind: 'Secret' },
  { path: ['decryption', 'secretRef', 'name'], kind: 'Secret' },
  { path: ['kubeConfig', 'secretRef', 'name'], kind: 'Secret' },
  { path: ['kubeConfig', 'configMapRef', 'name'], kind: 'ConfigMap' },
  { path: ['serviceAccountName'], kind: 'ServiceAccount' },
]

interface Reference {
  readonly field: string
  readonly ref: SeenRef
}

/** An object of Flux that fails by what it names: a Secret, a ConfigMap or an account that does not exist. */
export const referenceMissing: CauseRule = ({ object }, inquiry) => {
  if (!object) return undefined
  const failed = conditionsOf(object).find(({ type, status }) => isBad(type, status))
  if (!failed) return undefined
  const blamed = blamedFor(object, inquiry)
  const told = conditionsOf(object)
    .filter(({ type, status }) => isBad(type, status))
    .map(({ message }) => message)
    .join(' ')
  const missing = referencesOf(blamed).find(
    ({ ref }) => names(told, ref.name) && inquiry.find(ref) === 'absent',
  )
  if (!missing) return undefined
  const { ref, field } = missing
  return {
    reason: 'FluxReferenceMissing',
    sentence: sentenceOf(`${nameOf(ref)}, which ${nameOf(blamed.ref)} names in ${field}, does not exist`),
    evidence: [
      lineOf(object, sayCondition(failed)),
      ...(blamed === object ? [] : [lineOf(blamed, `${field} is "${ref.name}"`)]),
      lineOfAbsent(ref),
    ],
    next: [
      commit(`Deliver ${nameOf(ref)}, or correct ${field} of ${nameOf(blamed.ref)}`),
      refresh(inquiry.facts),
    ],
  }
}

// Not as a part of a longer name, as that of a server.
function names(words: string, name: string): boolean {
  const escaped = name.replaceAll('.', '\\.')
  return new RegExp(`(?:^|[\\s'"/:])${escaped}(?:$|[\\s'",:;)])`).test(words)
}

const badIfTrue: ReadonlySet<string> = new Set([
  'FetchFailed',
  'BuildFailed',
  'StorageOperationFailed',
  'Stalled',
])
const badIfFalse: ReadonlySet<string> = new Set(['Ready', 'Released', 'SourceVerified', 'Healthy'])

function isBad(type: string, status: string): boolean {
  return status === 'True' ? badIfTrue.has(type) : status === 'False' && badIfFalse.has(type)
}

function referencesOf(object: SeenObject): readonly Reference[] {
  const { ref, fields } = object
  return references.flatMap(({ path, kind }) => {
    const name = at(partOf(fields, 'spec'), path)
    if (name === '') return []
    // Whoever acts under an account acts where things are made.
    const on = kind === 'ServiceAccount' ? sideOf(object) : ref.on
    const place = { on, apiVersion: 'v1', kind, namespace: ref.namespace ?? '', name }
    return [{ field: `spec.${path.join('.')}`, ref: place }]
  })
}

function at(fields: Fields, path: readonly string[]): string {
  const [last = '', ...before] = path.toReversed()
  return textIn(before.toReversed().reduce(partOf, fields), last)
}
