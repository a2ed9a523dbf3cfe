import { join } from 'node:path'
import { load } from 'js-yaml'
import { tarGz } from './tar-gz.ts'
import { type Entry, file } from '../image/entry.ts'
import { folderEntries } from '../image/folder-entries.ts'
import { MANIFEST, blobOf, jsonBlob } from '../image/oci.ts'
import type { RegistryClient, Repository } from '../registry/registry-client.ts'

const folder = join(import.meta.dirname, '..', '..', 'charts', 'fitout')

/** The chart as Helm takes it: its archive, and what stands in its Chart.yaml. */
export interface HelmChart {
  readonly archive: Buffer
  readonly about: { readonly name: string; readonly version: string }
}

/** Packs the chart with the repository of the image in it, so that nobody has to name it. */
export async function packHelmChart(imageRepository: string): Promise<HelmChart> {
  const entries = (await folderEntries(folder, 'fitout')).map(entry => withRepository(entry, imageRepository))
  const head = entries.find(({ path }) => path === 'fitout/Chart.yaml')
  return { archive: await tarGz(entries), about: load(textOf(head)) as HelmChart['about'] }
}

const EMPTY = '  repository: ""\n'

function withRepository(entry: Entry, repository: string): Entry {
  if (entry.path !== 'fitout/values.yaml') return entry
  const text = textOf(entry)
  if (!text.includes(EMPTY))
    throw new Error('cannot make the chart: values.yaml has no empty image.repository')
  return file(entry.path, text.replace(EMPTY, `  repository: ${JSON.stringify(repository)}\n`))
}

function textOf(entry: Entry | undefined): string {
  return entry?.kind === 'file' ? Buffer.from(entry.content).toString() : ''
}

/** Where the chart of an image goes: `registry.example/team/charts/fitout` for `registry.example/team/fitout`. */
export function chartRepository({ host, path }: Repository): Repository {
  const parts = path.split('/')
  return { host, path: [...parts.slice(0, -1), 'charts', ...parts.slice(-1)].join('/') }
}

/** Pushes the chart as `helm push` does; its version is its tag. */
export async function pushHelmChart(client: RegistryClient, { archive, about }: HelmChart): Promise<void> {
  const config = jsonBlob('application/vnd.cncf.helm.config.v1+json', about)
  const layer = blobOf('application/vnd.cncf.helm.chart.content.v1.tar+gzip', archive)
  for (const { descriptor, content } of [config, layer]) {
    if (!(await client.hasBlob(descriptor.digest))) await client.putBlob(descriptor.digest, content)
  }
  const manifest = jsonBlob(MANIFEST, {
    schemaVersion: 2,
    mediaType: MANIFEST,
    config: config.descriptor,
    layers: [layer.descriptor],
  })
  await client.putManifest(about.version, MANIFEST, manifest.content)
}
