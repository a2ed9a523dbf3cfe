import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { RunHelm } from './run-helm.ts'

/** A chart on this disk, or why there is none. */
type FoundChart = { readonly path: string } | { readonly reason: string }

/** Which chart is wanted. */
interface WantedChart {
  /** Of the Helm repository, or of the chart itself. */
  readonly url: string
  /** Its name in a Helm repository; undefined if the address names it. */
  readonly name?: string | undefined
  readonly version: string
}

/** Where charts come from. */
interface ChartTools {
  readonly helm: RunHelm
  /** A folder with charts that were pulled before; undefined to pull them. */
  readonly charts: string | undefined
}

/** Finds a chart in the folder that was given, or pulls it into `folder`. */
export async function findChart(
  folder: string,
  chart: WantedChart,
  { helm, charts }: ChartTools,
): Promise<FoundChart> {
  const isThere = await helm(['version', '--short'])
  if (isThere.kind === 'missing') return { reason: 'no helm' }
  const name = chart.name ?? chart.url.split('/').at(-1) ?? ''
  if (charts !== undefined) return givenChart(charts, name, chart.version)
  const source = chart.name === undefined ? [chart.url] : [chart.name, '--repo', chart.url]
  const pulled = await helm(['pull', ...source, '--version', chart.version, '--destination', folder])
  if (pulled.kind === 'failed')
    return { reason: `cannot get chart ${name} ${chart.version}: ${pulled.cause}` }
  const archive = (await readdir(folder)).find(file => file.endsWith('.tgz'))
  return archive === undefined
    ? { reason: `cannot get chart ${name} ${chart.version}` }
    : { path: join(folder, archive) }
}

function givenChart(charts: string, name: string, version: string): FoundChart {
  for (const file of [`${name}-${version}.tgz`, `${name}-${version.replace(/^v/, '')}.tgz`, name]) {
    if (existsSync(join(charts, file))) return { path: join(charts, file) }
  }
  return { reason: `--charts has no ${name}-${version}.tgz` }
}
