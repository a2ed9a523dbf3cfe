import { join } from 'node:path'
import { Program } from '../process/program.ts'
import type { Site } from '../site.ts'

/** The one etcd of a lab. Control planes keep apart by the prefix of their keys. */
export interface Etcd {
  readonly program: Program
  readonly url: string
  /** Forgets everything that a control plane stored, so that the next one of its name is a new cluster. */
  erase(prefix: string): Promise<void>
  /** Compacts the history away, so that old resourceVersions are gone and watches that fall behind get 410. */
  compact(): Promise<void>
}

export async function startEtcd(site: Site): Promise<Etcd> {
  const [client, peer] = [await site.ports.take(), await site.ports.take()]
  const url = `http://127.0.0.1:${client}`
  const peerUrl = `http://127.0.0.1:${peer}`
  const program = new Program({
    name: 'etcd',
    path: site.programs.etcd,
    args: [
      `--data-dir=${join(site.folder, 'etcd')}`,
      `--listen-client-urls=${url}`,
      `--advertise-client-urls=${url}`,
      `--listen-peer-urls=${peerUrl}`,
      `--initial-advertise-peer-urls=${peerUrl}`,
      `--initial-cluster=default=${peerUrl}`,
      // Nothing in a lab outlives it, so nothing needs to survive a power cut.
      '--unsafe-no-fsync',
      '--log-level=warn',
    ],
    logFile: site.log('etcd'),
    isReady: async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.ok ?? false,
  })
  await program.start()
  return {
    program,
    url,
    erase: async prefix => {
      // One past the last key that starts with the prefix: every key of it ends in a slash.
      await call(url, '/v3/kv/deleterange', { key: base64(`${prefix}/`), range_end: base64(`${prefix}0`) })
    },
    compact: async () => {
      const { header } = await call(url, '/v3/kv/range', { key: base64('/'), limit: 1 })
      await call(url, '/v3/kv/compaction', { revision: header.revision, physical: true })
    },
  }
}

async function call(url: string, path: string, body: object): Promise<{ header: { revision: string } }> {
  const answer = await fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`cannot call etcd ${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as { header: { revision: string } }
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}
