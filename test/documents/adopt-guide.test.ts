import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type AdoptEndpoints, AdoptScene } from '../cli/adopt-scene.ts'
import { ApiServers } from '../served-fleet/api-servers.ts'
import { makeSite } from '../served-fleet/make-site.ts'
import { serveStore } from '../served-fleet/serve-store.ts'
import { isAsShown, runGuide } from './run-guide.ts'
import { shellBlocksWithOutput } from './shell-blocks.ts'

const clusters = ['dev/blue', 'dev/early', 'prod/green']

const manifest = `apiVersion: apps/v1
kind: Deployment
metadata: {name: metrics-server}
spec: {replicas: 2, selector: {matchLabels: {app: m}}, template: {metadata: {labels: {app: m}}, spec: {containers: [{name: m, image: 'm:1'}]}}}
`

// Stands for helm: the chart is the release's own.
const helm = `#!/bin/sh
case "$1" in
  pull) while [ $# -gt 1 ]; do [ "$1" = --destination ] && : > "$2/chart.tgz"; shift; done ;;
  template) cat "$(dirname "$0")/manifest.yaml" ;;
esac
`

let folder: string
let servers: ApiServers
let scene: AdoptScene
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fitout-guide-'))
  servers = await ApiServers.start()
  const endpoints: AdoptEndpoints = new Map()
  for (const [index, id] of clusters.entries()) {
    const made = await makeSite(
      { name: id.replace('/', '-'), index: index + 1, port: servers.port },
      exchange => serveStore(scene.workload(id), exchange),
    )
    servers.add(made.site)
    const { server, kubeconfig } = made
    endpoints.set(id, { host: made.site.address, port: servers.port, server, kubeconfig })
  }
  scene = await AdoptScene.open(clusters, { endpoints })
  const { site, kubeconfig } = await makeSite(
    { name: 'management', index: 0, port: servers.port },
    exchange => serveStore(scene.fleet.management, exchange),
  )
  servers.add(site)
  await writeFile(join(folder, 'kubeconfig'), kubeconfig)
  const release = {
    name: 'metrics-server',
    namespace: 'kube-system',
    version: '3.13.1',
    values: { replicas: 2 },
    manifest,
  }
  await scene.install('dev/blue', { ...release, revision: 2, manager: 'terraform-provider-helm_v1.3.2_x4' })
  await scene.install('prod/green', { ...release, revision: 7, status: 'pending-upgrade' })
  await cp(scene.repository.folder, join(folder, 'work', 'fleet'), { recursive: true })
  await mkdir(join(folder, 'helm'))
  await writeFile(join(folder, 'helm', 'helm'), helm)
  await chmod(join(folder, 'helm', 'helm'), 0o755)
  await writeFile(join(folder, 'helm', 'manifest.yaml'), manifest)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await scene?.close()
  await servers?.stop()
  await rm(folder, { recursive: true })
})

test('every command of the guide to adopt a running fleet prints what the guide shows', async () => {
  vi.stubEnv('KUBECONFIG', join(folder, 'kubeconfig'))
  vi.stubEnv('PATH', [join(folder, 'helm'), process.env['PATH']].join(delimiter))
  const blocks = await shellBlocksWithOutput('docs/guides/adopt-a-running-fleet.md')
  expect(blocks.filter(({ output }) => output !== undefined)).toHaveLength(4)
  const printed = await runGuide(blocks, folder)
  const different = blocks.flatMap(({ output }, index) => {
    const text = printed[index] ?? ''
    return output === undefined || isAsShown(text, output) ? [] : [{ shown: output, printed: text }]
  })
  expect(different).toEqual([])
})
