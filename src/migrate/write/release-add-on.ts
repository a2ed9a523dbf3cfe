import type { AddOnManifest } from '../../domain/repository/add-on-schema.ts'
import type { HelmValues } from '../../domain/helm-values/copy-values.ts'
import { outputName } from '../outputs/output-name.ts'
import { handedExpression } from '../outputs/handed-expression.ts'
import type { ExposedValue, OutputPlan } from '../outputs/output-plan.ts'
import type { Hole } from '../evaluate/value.ts'
import { type PlacedReason, reasonAt } from '../release/reason.ts'
import type { HelmRelease } from '../release/read-release.ts'
import type { HandedValue } from '../release/split-values.ts'
import { targetPathOf } from '../release/target-path.ts'

/** A value that is handed over, and how it gets there. */
export interface HandedKey {
  /** The key of the hand-over. */
  readonly key: string
  /** The output that it comes from. */
  readonly exposed: ExposedValue
  readonly value: HandedValue | 'username' | 'password'
  readonly expression: string
  readonly isSensitive: boolean
}

/** What goes into the fleet repository for one release. */
export interface MigratedAddOn {
  readonly manifest: AddOnManifest
  readonly keys: readonly HandedKey[]
}

/** Where things of an add-on are called. */
export interface AddOnNames {
  readonly name: string
  /** The Secret with the outputs, beside the Cluster. */
  readonly secret: string
  /** The names of the HelmReleases that it waits for. */
  readonly dependsOn: readonly string[]
  /** Where the block stands, for people. */
  readonly place: string
}

const MAX_KEYS = 64

/** Makes the add-on of a release, with the outputs that it needs; reasons if it cannot be. */
export function releaseAddOn(
  release: HelmRelease,
  names: AddOnNames,
  plan: OutputPlan,
): MigratedAddOn | readonly PlacedReason[] {
  const keys: HandedKey[] = []
  const faults: PlacedReason[] = []
  const take = (value: HandedKey['value'], text: string, holes: readonly Hole[]) => {
    const isSensitive = holes.some(hole => hole.isSensitive)
    const words =
      typeof value === 'string'
        ? [names.name, value]
        : [names.name, ...value.path, ...(value.path.length === 0 ? ['values'] : [])]
    const module = holes[0]?.module ?? ''
    const exposed = plan.expose(module, { expression: text, isSensitive, name: outputName(text, words) })
    if (exposed) keys.push({ key: keyOf(exposed, keys), exposed, value, expression: text, isSensitive })
    else faults.push(reasonAt(release.block, 'a module that it takes a value from is not here'))
  }
  for (const handed of release.handed) {
    const expression = handedExpression(handed, release.scope.holes)
    if (typeof expression === 'string')
      faults.push(
        reasonAt(release.block, `the value at ${pathText(handed)} stays with Terraform: ${expression}`),
      )
    else take(handed, expression.text, expression.holes)
  }
  const { credentials } = release
  if (credentials) {
    for (const name of ['username', 'password'] as const) {
      const hole = credentials[name]
      if (hole.expression === undefined)
        faults.push(reasonAt(hole.span, `repository_${name} cannot be written as an output`))
      else take(name, hole.expression, [hole])
    }
  }
  if (keys.length > MAX_KEYS)
    faults.push(reasonAt(release.block, `it hands over ${keys.length} values; a step takes ${MAX_KEYS}`))
  return faults.length > 0 ? faults : { manifest: manifestOf(release, names, keys), keys }
}

function pathText({ path }: HandedValue): string {
  return path.join('.') || 'the top'
}

// One output can be used twice: the second key gets a name of its own.
function keyOf({ output, fields }: ExposedValue, keys: readonly HandedKey[]): string {
  const base = [output, ...fields]
    .join('_')
    .replaceAll(/[^-._a-zA-Z0-9]/g, '_')
    .slice(0, 200)
  for (let number = 1; ; number += 1) {
    const key = number === 1 ? base : `${base}_${number}`
    if (!keys.some(one => one.key === key)) return key
  }
}

function manifestOf(release: HelmRelease, names: AddOnNames, keys: readonly HandedKey[]): AddOnManifest {
  const { chart, name, namespace, skipsCrds, spec, inline, credentials, notes } = release
  const secret = `${names.name}-values`
  const texts = keys.filter(({ value }) => typeof value === 'object' && value.kind === 'text')
  const documents = keys.filter(({ value }) => typeof value === 'object' && value.kind === 'document')
  const storage = { storageNamespace: namespace, ...(names.name === name ? {} : { releaseName: name }) }
  return {
    apiVersion: 'fitout.dev/v1alpha1',
    kind: 'AddOn',
    name: names.name,
    summary: `Helm release ${namespace}/${name}, which Terraform had (${names.place})`.slice(0, 200),
    version: chart.version,
    namespace,
    writesNamespace: false,
    releases: [
      {
        name: names.name,
        chart: {
          url: chart.url,
          ...(chart.name === undefined ? {} : { name: chart.name }),
          ...(credentials ? { credentials: true } : {}),
        },
        ...(skipsCrds ? { crds: 'Skip' as const } : {}),
        ...(names.dependsOn.length > 0 ? { dependsOn: [...names.dependsOn] } : {}),
        spec: { ...storage, ...spec },
        ...(isEmpty(inline) ? {} : { values: inline }),
        ...(documents.length > 0 ? { documents: documents.map(({ key }) => key) } : {}),
        ...(texts.length > 0
          ? { handedOver: Object.fromEntries(texts.map(one => [one.key, pathOf(one)])) }
          : {}),
      },
    ],
    ...(keys.length === 0
      ? {}
      : {
          handOver: {
            from: { secret: names.secret },
            to: { secret, namespace: 'flux-system' },
            keys: Object.fromEntries(keys.map(key => [key.key, ruleOf(key)])),
          },
        }),
    proof: { preset: 'helm-release', with: { name: names.name, namespace: 'flux-system' } },
    ...(notes.length > 0 ? { checks: notes.slice(0, 20).map(({ words }) => `${words}.`) } : {}),
  }
}

function isEmpty(values: HelmValues): boolean {
  return Object.keys(values).length === 0
}

function ruleOf({ key, exposed, value }: HandedKey): { path?: string; as?: string } {
  const { output, fields } = exposed
  const isItself = fields.length === 0 && output === key
  return {
    ...(isItself
      ? {}
      : { path: [output, ...fields].map(step => step.replaceAll(/[.\\]/g, String.raw`\$&`)).join('.') }),
    ...(typeof value === 'string' ? { as: value } : {}),
  }
}

function pathOf({ value }: HandedKey): string {
  return (typeof value === 'object' && targetPathOf(value.path)) || ''
}
