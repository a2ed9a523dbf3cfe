import type { HclAttribute } from '../hcl/body.ts'
import { asNumber } from '../evaluate/operate.ts'
import { isUnknown, type Value } from '../evaluate/value.ts'
import { type PlacedReason, reasonAt } from './reason.ts'

/** Fields of a HelmRelease, as in its spec. */
export interface HelmReleaseFields {
  readonly [name: string]: string | number | boolean | HelmReleaseFields
}

/** What the settings of a release become. */
export interface ReleaseSettings {
  readonly spec: HelmReleaseFields
  readonly skipsCrds: boolean
  readonly devel: boolean
  readonly passesCredentials: boolean
  /** What is not mapped, and does not hinder. */
  readonly notes: readonly PlacedReason[]
  /** What hinders. */
  readonly faults: readonly PlacedReason[]
}

type Mapping =
  | { readonly kind: 'flag'; readonly usual: boolean; readonly fields?: HelmReleaseFields }
  /** Nothing on the cluster depends on it, or Flux does it always. */
  | { readonly kind: 'none' }
  /** It says something when it is true. */
  | { readonly kind: 'note'; readonly words: string }
  | { readonly kind: 'fault'; readonly words: string }
  | { readonly kind: 'number' }

const both = (name: string): HelmReleaseFields => ({ install: { [name]: true }, upgrade: { [name]: true } })

/** The settings of `helm_release`, as helm-controller means them. docs/reference/migrate-terraform.md has the table. */
const mappings: Readonly<Record<string, Mapping>> = {
  atomic: {
    kind: 'flag',
    usual: false,
    fields: {
      install: { remediation: { remediateLastFailure: true } },
      upgrade: { remediation: { remediateLastFailure: true, strategy: 'rollback' } },
    },
  },
  cleanup_on_fail: { kind: 'flag', usual: false, fields: { upgrade: { cleanupOnFail: true } } },
  create_namespace: { kind: 'flag', usual: false, fields: { install: { createNamespace: true } } },
  disable_openapi_validation: { kind: 'flag', usual: false, fields: both('disableOpenAPIValidation') },
  disable_webhooks: { kind: 'flag', usual: false, fields: both('disableHooks') },
  force_update: { kind: 'flag', usual: false, fields: { upgrade: { force: true } } },
  replace: { kind: 'flag', usual: false, fields: { install: { replace: true } } },
  reuse_values: { kind: 'flag', usual: false, fields: { upgrade: { preserveValues: true } } },
  devel: { kind: 'flag', usual: false },
  skip_crds: { kind: 'flag', usual: false },
  wait: { kind: 'flag', usual: true },
  wait_for_jobs: { kind: 'flag', usual: false },
  pass_credentials: { kind: 'flag', usual: false },
  max_history: { kind: 'number' },
  timeout: { kind: 'number' },
  description: { kind: 'none' },
  dependency_update: { kind: 'none' },
  lint: { kind: 'none' },
  keyring: { kind: 'none' },
  render_subchart_notes: { kind: 'none' },
  reset_values: { kind: 'none' },
  take_ownership: { kind: 'none' },
  upgrade_install: { kind: 'none' },
  disable_crd_hooks: { kind: 'none' },
  set_wo_revision: { kind: 'none' },
  recreate_pods: {
    kind: 'note',
    words: 'recreate_pods is not mapped: helm-controller does not restart pods',
  },
  repository_ca_file: {
    kind: 'fault',
    words: 'repository_ca_file has no place here: Flux takes it from a Secret, by certSecretRef',
  },
  repository_cert_file: {
    kind: 'fault',
    words: 'repository_cert_file has no place here: Flux takes it from a Secret, by certSecretRef',
  },
  repository_key_file: {
    kind: 'fault',
    words: 'repository_key_file has no place here: Flux takes it from a Secret, by certSecretRef',
  },
  verify: {
    kind: 'fault',
    words: 'verify is not mapped: Flux verifies charts by cosign or notation, not by a keyring',
  },
  set_wo: {
    kind: 'fault',
    words: 'set_wo is not mapped: an output cannot carry what Terraform does not keep',
  },
  timeouts: { kind: 'none' },
}

/** Whether an attribute of a release is one of its settings. */
export function isSetting(name: string): boolean {
  return name in mappings
}

/** A setting with its value; undefined where it could not be evaluated. */
export interface EvaluatedSetting {
  readonly attribute: HclAttribute
  readonly value: Value
}

/** Maps the settings of a release to fields of a HelmRelease. */
export function mapSettings(settings: readonly EvaluatedSetting[]): ReleaseSettings {
  const notes: PlacedReason[] = []
  const faults: PlacedReason[] = []
  const flags = new Map<string, boolean>()
  const numbers = new Map<string, number>()
  for (const { attribute, value } of settings) {
    const mapping = mappings[attribute.name]
    if (!mapping || mapping.kind === 'none' || value === null || value === '') continue
    if (isUnknown(value)) {
      faults.push(reasonAt(attribute, `${attribute.name} is known only to Terraform: ${value.hole.reason}`))
    } else if (mapping.kind === 'number') {
      const number = asNumber(value)
      if (number === undefined || !Number.isInteger(number) || number < 0)
        faults.push(notOfType(attribute, 'number'))
      else numbers.set(attribute.name, number)
    } else {
      const flag = truthOf(value)
      if (mapping.kind === 'flag' && flag === undefined) faults.push(notOfType(attribute, 'boolean'))
      else if (mapping.kind === 'flag') flags.set(attribute.name, flag ?? mapping.usual)
      else if (flag !== false)
        (mapping.kind === 'note' ? notes : faults).push(reasonAt(attribute, mapping.words))
    }
  }
  const is = (name: string) => flags.get(name) ?? usualOf(name)
  return {
    spec: specOf(is, numbers),
    skipsCrds: is('skip_crds'),
    devel: is('devel'),
    passesCredentials: is('pass_credentials'),
    notes,
    faults,
  }
}

function notOfType(attribute: HclAttribute, type: string): PlacedReason {
  return reasonAt(attribute, `${attribute.name} is no ${type}`)
}

function truthOf(value: Value): boolean | undefined {
  if (value === true || value === 'true') return true
  return value === false || value === 'false' ? false : undefined
}

function usualOf(name: string): boolean {
  const mapping = mappings[name]
  return mapping?.kind === 'flag' && mapping.usual
}

function specOf(is: (name: string) => boolean, numbers: ReadonlyMap<string, number>): HelmReleaseFields {
  const fields = Object.entries(mappings).flatMap(([name, mapping]) =>
    mapping.kind === 'flag' && mapping.fields && is(name) ? [mapping.fields] : [],
  )
  // As Helm does: what is rolled back has to be waited for.
  const waits = is('wait') || is('atomic')
  const waiting = waits ? (is('wait_for_jobs') ? {} : both('disableWaitForJobs')) : both('disableWait')
  const timeout = numbers.get('timeout')
  const history = numbers.get('max_history')
  return [
    ...fields,
    waiting,
    timeout === undefined || timeout === 300 ? {} : { timeout: `${timeout}s` },
    history === undefined ? {} : { maxHistory: history },
  ].reduce(joinFields, {})
}

/** Joins fields, those of the second over those of the first. */
function joinFields(one: HelmReleaseFields, other: HelmReleaseFields): HelmReleaseFields {
  const joined: Record<string, HelmReleaseFields[string]> = { ...one }
  for (const [name, value] of Object.entries(other)) {
    const before = joined[name]
    joined[name] = typeof before === 'object' && typeof value === 'object' ? joinFields(before, value) : value
  }
  return joined
}
