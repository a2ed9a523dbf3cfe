import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { load } from 'js-yaml'
import { packTar } from 'modern-tar'

/** A Helm chart: its name, its version, and its files by their path inside the chart. */
export interface Chart {
  readonly name: string
  readonly version: string
  readonly files: Readonly<Record<string, string>>
}

/** Writes a chart from its templates. */
export function chart(name: string, version: string, files: Chart['files']): Chart {
  const head = { apiVersion: 'v2', name, version, description: `${name} for the lab` }
  return { name, version, files: { 'Chart.yaml': JSON.stringify(head), ...files } }
}

/** Reads a chart from a folder, as upstream publishes it. */
export async function readChart(folder: string): Promise<Chart> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  const files = await Promise.all(
    paths
      .toSorted()
      .map(async path => [path.slice(folder.length + 1), await readFile(path, 'utf8')] as const),
  )
  const { name, version } = load(await readFile(join(folder, 'Chart.yaml'), 'utf8')) as {
    name: string
    version: string
  }
  return { name, version, files: Object.fromEntries(files) }
}

/** The archive that Helm downloads. */
export async function packChart({ name, files }: Chart): Promise<Buffer> {
  const entries = Object.entries(files).map(([path, content]) => ({
    header: { name: `${name}/${path}`, size: Buffer.byteLength(content), mtime: new Date(0) },
    body: content,
  }))
  return gzipSync(await packTar(entries))
}
