import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orSkip } from '#test/cli/or-skip.ts'
import { version } from './command/version.ts'

const unreachable = JSON.stringify({
  'current-context': 'mgmt',
  clusters: [{ name: 'mgmt', cluster: { server: 'https://127.0.0.1:1' } }],
  users: [{ name: 'me', user: { token: 'not-a-secret' } }],
  contexts: [{ name: 'mgmt', context: { cluster: 'mgmt', user: 'me' } }],
})

let folder: string
let program: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fitout-bundle-'))
  program = join(folder, 'fitout.js')
  const root = join(import.meta.dirname, '../..')
  const rolldown = join(root, 'node_modules/rolldown/bin/cli.mjs')
  execFileSync(process.execPath, [rolldown, '-c', '--dir', folder, '--log-level', 'silent'], { cwd: root })
})

afterAll(() => rmSync(folder, { recursive: true }))

describe('The bundled program', () => {
  const cases = [
    {
      name: 'prints its version',
      given: ['--version'],
      want: { status: 0, stdout: `fitout ${version}\n`, stderr: '' },
    },
    {
      name: 'loads what a command needs',
      given: ['completion', 'fish'],
      want: { status: 0, stdout: expect.stringContaining('complete -c fitout'), stderr: '' },
    },
    {
      name: 'answers completion scripts',
      given: ['__complete', '--', 'completion', 'f'],
      want: { status: 0, stdout: 'fish\n', stderr: '' },
    },
    {
      name: 'tells wrong usage on standard error',
      given: ['statsu'],
      want: { status: 2, stdout: '', stderr: 'error: unknown command "statsu"\ntry: fitout status\n' },
    },
  ]
  for (const { name, given, want } of cases) {
    test(name, () => expect(run(program, given)).toEqual(want))
  }

  test('names the server when the controller cannot hold its Lease', async () => {
    const kubeconfig = join(folder, 'mgmt.json')
    writeFileSync(kubeconfig, unreachable)
    const words = ['controller', '--kubeconfig', kubeconfig, '--address', '127.0.0.1:0']
    const child = spawn(process.execPath, [program, ...words], { stdio: ['ignore', 'ignore', 'pipe'] })
    const lines: string[] = []
    for await (const line of createInterface(child.stderr)) {
      lines.push(line)
      if (line.includes('cannot acquire or renew the Lease')) child.kill()
    }
    expect(lines.find(line => line.includes('cannot acquire or renew the Lease'))).toContain(
      '"server":"127.0.0.1:1"',
    )
    expect(lines[0]).toContain('"context":"mgmt","server":"127.0.0.1:1","message":"started"')
  })

  test('is executable', () => expect(statSync(program).mode & 0o111).toBe(0o111))

  test('needs no other file for help', () => {
    const alone = join(mkdtempSync(join(folder, 'alone-')), 'fitout.js')
    copyFileSync(program, alone)
    expect(run(alone, ['--help'])).toMatchObject({ status: 0, stderr: '' })
  })

  test('ends quietly when nobody reads its output', async () => {
    const child = spawn(process.execPath, [program, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.destroy()
    const [stderr, [status]] = await Promise.all([text(child.stderr), once(child, 'close')])
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })

  const elsewhere = process.platform === 'linux' ? undefined : 'only Linux has /dev/full'
  test.skipIf(elsewhere !== undefined)(orSkip('says that its output cannot be written', elsewhere), () => {
    const { status, stderr } = shell(`"$0" "$1" --help >/dev/full`)
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'error: cannot write to standard output: ENOSPC: no space left on device, write\n',
    })
  })

  test('dies of Ctrl-C without a word, which the shell sees as 130', () => {
    const interrupt = preload('process.once("beforeExit", () => process.kill(process.pid, "SIGINT"))')
    const { stdout, stderr } = shell(`"$0" ${interrupt} "$1" --version; echo "exit $?"`)
    expect({ stdout, stderr }).toEqual({ stdout: `fitout ${version}\nexit 130\n`, stderr: '' })
  })

  test('says on an older Node which one it needs, in one line', () => {
    const older = preload('Object.defineProperty(process, "versions", { value: { node: "20.19.2" } })')
    const { status, stdout, stderr } = shell(`"$0" ${older} "$1" status`)
    expect({ status, stdout, stderr }).toEqual({
      status: 2,
      stdout: '',
      stderr: 'error: cannot run on Node 20.19.2: Fitout needs Node 24 or newer\n',
    })
  })

  test('reports an exception outside of any command as a bug', () => {
    const boom = preload('process.once("beforeExit", () => { throw new Error("boom") })')
    const { status, stderr } = shell(`"$0" ${boom} "$1" --version`)
    expect(status).toBe(70)
    expect(stderr).toMatch(/^error: this is a bug in Fitout: boom\n[^]*\nreport it with this text\n$/)
  })
})

function run(file: string, words: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...words], { encoding: 'utf8' })
  return { status, stdout, stderr }
}

/** Runs a line of shell in which $0 is Node and $1 the program. */
function shell(line: string) {
  return spawnSync('sh', ['-c', line, process.execPath, program], { encoding: 'utf8' })
}

/** The option of Node that runs `code` in the same process, before the program. */
function preload(code: string): string {
  return `--import 'data:text/javascript,${code}'`
}
