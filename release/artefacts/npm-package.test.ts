import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { withBundle } from '../make-image.ts'
import { servedPage } from './served-page.ts'
import { npmPackage } from '../make-release.ts'

const execute = promisify(execFile)
const time = new Date('2026-01-02T03:04:05Z')
let folder = ''
let archive: Buffer
let again: Buffer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fitout-npm-test-'))
  archive = await withBundle(bundle => npmPackage(bundle, time))
  again = await withBundle(bundle => npmPackage(bundle, time))
  await writeFile(join(folder, 'fitout.tgz'), archive)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('the package is the same each time', () => {
  expect(again.equals(archive)).toBe(true)
})

test('the package is installed without a network, as fitout and as a plugin of kubectl', async () => {
  await execute('npm', ['install', '--global', '--offline', '--prefix', folder, join(folder, 'fitout.tgz')])
  for (const command of ['fitout', 'kubectl-fitout']) {
    expect((await execute(join(folder, 'bin', command), ['version'])).stdout).toBe(
      `fitout ${manifest.version}\n`,
    )
  }
  const installed = await readdir(join(folder, 'lib', 'node_modules', 'fitout'))
  expect(installed.toSorted()).toEqual(['LICENSE', 'README.md', 'completions', 'dist', 'man', 'package.json'])
  expect(await readdir(join(folder, 'share', 'man', 'man1'))).toEqual(['fitout.1'])
})

test('the installed package serves the web console', async () => {
  const served = await servedPage(join(folder, 'bin', 'fitout'), { cwd: folder })
  expect(served.page).toContain('<title>Fitout</title>')
  expect(served.script.type).toBe('text/javascript; charset=utf-8')
  expect(served.script.letters).toBeGreaterThan(100_000)
  expect(served.code).toBe(130)
})

test('the installed package reads HCL, by the grammar inside of it', async () => {
  const fitout = join(folder, 'bin', 'fitout')
  const cwd = await mkdtemp(join(folder, 'fleet-'))
  await execute(fitout, ['init', '--git', 'https://gitlab.example.com/platform/fleet.git'], { cwd })
  const block = 'name = "a"\n  chart = "oci://registry.example.com/a"\n  version = "1.0.0"'
  await mkdir(join(cwd, 'infra'))
  await writeFile(join(cwd, 'infra/main.tf'), `resource "helm_release" "a" {\n  ${block}\n}\n`)
  const { stdout } = await execute(fitout, ['migrate', 'terraform', 'infra'], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: cwd },
  })
  expect(stdout).toContain('would move helm_release.a (infra/main.tf:1:1)')
})
