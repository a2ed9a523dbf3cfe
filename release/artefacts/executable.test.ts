import { execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { executableBlob, makeExecutable } from '../executable/make-executable.ts'
import { servedPage } from './served-page.ts'
import { packageFolder } from '../make-image.ts'
import { pinsOf, readPins } from '../packages/pins.ts'

let folder = ''
let fitout = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fitout-executable-test-'))
  fitout = join(folder, 'fitout')
  const [pin] = pinsOf(readPins(), process.arch === 'arm64' ? 'arm64' : 'amd64').npm
  if (!pin) throw new Error('cannot test the executable: no Node is pinned for this machine')
  await writeFile(fitout, await makeExecutable(pin, await executableBlob(), packageFolder()), { mode: 0o755 })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

// No PATH: nothing but the file itself can be what runs.
const alone = () => ({ cwd: folder, env: { HOME: folder } })
const run = async (...args: readonly string[]) => promisify(execFile)(fitout, args, alone())

test('the executable helps without Node', async () => {
  expect((await run('--help')).stdout).toContain('Usage: fitout <command> [flags]')
})

test('the executable packs manifests', async () => {
  await mkdir(join(folder, 'manifests'))
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'b' } }
  await writeFile(join(folder, 'manifests', 'a.yaml'), JSON.stringify(object))
  await run('pack', 'sample', 'manifests', '--out', 'packs')
  expect((await readdir(join(folder, 'packs'))).length).toBeGreaterThan(0)
})

test('the executable reads HCL, by the grammar inside of it', async () => {
  await run('init', 'fleet', '--git', 'https://gitlab.example.com/platform/fleet.git')
  await mkdir(join(folder, 'infra'))
  const block = 'name = "a"\n  chart = "oci://registry.example.com/a"\n  version = "1.0.0"'
  await writeFile(join(folder, 'infra/main.tf'), `resource "helm_release" "a" {\n  ${block}\n}\n`)
  const { stdout } = await run('migrate', 'terraform', 'infra', '--out', 'fleet')
  expect(stdout).toContain('would move helm_release.a (infra/main.tf:1:1)')
})

test('the executable serves the web console, which is inside of it', async () => {
  const served = await servedPage(fitout, alone())
  expect(served.page).toContain('<title>Fitout</title>')
  expect(served.script.type).toBe('text/javascript; charset=utf-8')
  expect(served.script.letters).toBeGreaterThan(100_000)
  expect(served.code).toBe(130)
})

test('the executable asks a management cluster why', async () => {
  await writeFile(join(folder, 'kubeconfig'), kubeconfig())
  const asked = run('why', 'blue', '--kubeconfig', 'kubeconfig')
  await expect(asked).rejects.toMatchObject({ code: 4, stderr: expect.stringContaining('127.0.0.1:1') })
})

test('the executable runs the controller until it is told to stop', async () => {
  await writeFile(join(folder, 'kubeconfig'), kubeconfig())
  const args = ['controller', '--kubeconfig', 'kubeconfig', '--address', '127.0.0.1:0']
  const child = spawn(fitout, args, { ...alone(), stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = new Promise(resolve => {
    child.once('exit', (code, signal) => resolve(code ?? signal))
  })
  const seen: unknown[] = []
  for await (const line of createInterface(child.stderr)) {
    const { message, version } = JSON.parse(line) as { message: string; version?: string }
    seen.push(message)
    if (message !== 'started') continue
    expect(version).toBe(manifest.version)
    child.kill('SIGTERM')
  }
  expect([seen[0], seen.at(-1), await ended]).toEqual(['started', 'stopped', 0])
})

function kubeconfig(): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'nobody',
    contexts: [{ name: 'nobody', context: { cluster: 'nobody', user: 'nobody' } }],
    clusters: [{ name: 'nobody', cluster: { server: 'https://127.0.0.1:1' } }],
    users: [{ name: 'nobody', user: { token: 'none' } }],
  })
}
