import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isFields, itemsIn, partOf, textIn, type Fields } from '../../domain/object/fields.ts'
import type { HelmValues } from '../../domain/helm-values/copy-values.ts'
import type { ValuesReference } from '../../domain/helm-values/values-from/values-reference.ts'
import type { RepositoryFile } from '../../domain/repository/repository-schema.ts'
import { counted } from '../../domain/text/counted.ts'
import { listFirst } from '../../domain/text/list-first.ts'
import { readGoYaml } from '../../domain/yaml/read-go-yaml.ts'
import { writeYaml } from '../../domain/yaml/write/write-yaml.ts'
import type { MovedRelease } from '../../migrate/plan-migration.ts'
import { bothValues, differentPaths } from '../../migrate/prove-values.ts'
import { releaseObjects } from '../../scaffold/add-on/release-objects.ts'
import { compareManifests, type ManifestDifference, renderedObjects } from './compare-manifests.ts'
import { findChart } from './find-chart.ts'
import { parsedAddOn } from './fleet-changes.ts'
import type { HelmAnswer, RunHelm } from './run-helm.ts'

/** Whether a release stays what it is. */
export type ReleaseProof =
  | { readonly kind: 'equal'; readonly words: string; readonly textPaths: readonly string[] }
  | { readonly kind: 'not-proven'; readonly words: string; readonly textPaths: readonly string[] }
  | {
      readonly kind: 'different'
      readonly words: string
      readonly differences: readonly ManifestDifference[]
    }

/** What a proof is made with. */
export interface ProofTools {
  readonly repository: RepositoryFile
  readonly helm: RunHelm
  /** A folder with charts that were pulled before; undefined to pull them. */
  readonly charts: string | undefined
}

/** The HelmRelease as it will be read from Git. @internal */
export function writtenRelease({ addOn }: MovedRelease, repository: RepositoryFile): Fields {
  const parsed = parsedAddOn(addOn.manifest)
  const target = {
    flux: repository.versions.flux,
    namespace: repository.namespaces.flux,
    prefix: '',
    values: parsed.handOver?.to.secret,
  }
  const [object] = releaseObjects(parsed, target)
  const read = object ? readGoYaml(writeYaml(object)) : null
  return isFields(read) ? partOf(read, 'spec') : {}
}

/** Compares what the chart gets from both sides, and what Helm makes of it. */
export async function proveRelease(
  moved: MovedRelease,
  tools: ProofTools,
  spec: Fields = writtenRelease(moved, tools.repository),
): Promise<ReleaseProof> {
  const values = valuesWith(moved, spec, 'fitout-sample-')
  if (typeof values === 'string') return { kind: 'different', words: values, differences: [] }
  const paths = differentPaths(values.before, values.after)
  if (paths.length > 0) {
    const words = `the values differ at ${listFirst(paths)}`
    return { kind: 'different', words, differences: paths.map(field => ({ object: 'values', field })) }
  }
  const textPaths = textOnly(moved, spec)
  const rendered = await rendering(moved, { values, spec, tools })
  if (typeof rendered === 'string') {
    return { kind: 'not-proven', words: `not proven: ${rendered} (the values are equal)`, textPaths }
  }
  if (rendered.differences.length === 0) {
    return { kind: 'equal', words: `rendered equal: ${counted(rendered.count, 'object')}`, textPaths }
  }
  const objects = new Set(rendered.differences.map(({ object }) => object)).size
  const words = `the rendered manifests differ in ${counted(objects, 'object')}`
  return { kind: 'different', words, differences: rendered.differences }
}

function valuesWith({ release, addOn }: MovedRelease, spec: Fields, sample: string) {
  const valuesFrom = itemsIn(spec, 'valuesFrom').map((one): ValuesReference => ({
    kind: textIn(one, 'kind'),
    name: textIn(one, 'name'),
    valuesKey: textIn(one, 'valuesKey'),
    ...(typeof one['targetPath'] === 'string' ? { targetPath: one['targetPath'] } : {}),
    ...(one['literal'] === true ? { literal: true } : {}),
  }))
  return bothValues(release, { keys: addOn.keys, written: { values: spec['values'], valuesFrom }, sample })
}

/** Where a value that looks like a number would be one before, and is text from now on. */
function textOnly(moved: MovedRelease, spec: Fields): readonly string[] {
  const values = valuesWith(moved, spec, '1')
  return typeof values === 'string' ? [] : differentPaths(values.before, values.after)
}

interface Rendering {
  readonly values: { readonly before: HelmValues; readonly after: HelmValues }
  readonly spec: Fields
  readonly tools: ProofTools
}

/** What differs, or why nobody knows. */
async function rendering(
  moved: MovedRelease,
  { values, spec, tools }: Rendering,
): Promise<{ readonly count: number; readonly differences: readonly ManifestDifference[] } | string> {
  const folder = await mkdtemp(join(tmpdir(), 'fitout-migrate-'))
  try {
    const chart = await findChart(folder, moved.release.chart, tools)
    if ('reason' in chart) return chart.reason
    const { name, namespace, skipsCrds } = moved.release
    const render = async (side: string, given: HelmValues, skips: boolean) => {
      const file = join(folder, `${side}.yaml`)
      await writeFile(file, writeYaml(given))
      const crds = skips ? '--skip-crds' : '--include-crds'
      return tools.helm(['template', name, chart.path, '--namespace', namespace, '--values', file, crds])
    }
    const before = readAnswer(await render('before', values.before, skipsCrds))
    if (typeof before === 'string') return `helm cannot render the chart: ${before}`
    const newName = textIn(spec, 'releaseName')
    const skipsNow = textIn(partOf(spec, 'install'), 'crds') === 'Skip'
    if (newName !== name || textIn(spec, 'targetNamespace') !== namespace)
      return 'the release has another name or namespace'
    const after = readAnswer(await render('after', values.after, skipsNow))
    if (typeof after === 'string') return `helm cannot render the chart: ${after}`
    const found = compareManifests(before, after)
    if (found.length === 0) return { count: before.size, differences: [] }
    // What charts make up by chance differs from itself, too.
    const again = readAnswer(await render('again', values.before, skipsCrds))
    const random = typeof again === 'string' ? [] : compareManifests(before, again)
    const isRandom = (one: ManifestDifference) =>
      random.some(other => other.object === one.object && other.field === one.field)
    return { count: before.size, differences: found.filter(one => !isRandom(one)) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function readAnswer(answer: HelmAnswer): ReadonlyMap<string, unknown> | string {
  if (answer.kind === 'missing') return 'no helm'
  if (answer.kind === 'failed') return answer.cause
  return renderedObjects(answer.out) ?? 'what it writes is no YAML'
}
