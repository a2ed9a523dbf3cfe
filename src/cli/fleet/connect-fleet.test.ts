import { createServer } from 'node:net'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memoryIo } from '#test/cli/memory-io.ts'
import { runCli } from '../run-cli.ts'

let folder = ''
let port = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fitout-connect-'))
  port = await closedPort()
  await writeFile(join(folder, 'mgmt.yaml'), kubeconfig(`https://127.0.0.1:${port}`))
})
afterAll(() => rm(folder, { recursive: true }))

/** A port on which nobody listens: someone just did. */
async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise(resolve => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

function kubeconfig(server: string): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'mgmt',
    clusters: [{ name: 'mgmt', cluster: { server } }],
    users: [{ name: 'me', user: { token: 'not-a-secret' } }],
    contexts: [{ name: 'mgmt', context: { cluster: 'mgmt', user: 'me' } }],
  })
}

describe('A management cluster', () => {
  test('that is not there is told of as such, with what to try', async () => {
    const io = memoryIo()
    const code = await runCli(['status', '--kubeconfig', join(folder, 'mgmt.yaml')], io)
    expect([code, io.stdout(), io.stderr()]).toEqual([
      4,
      '',
      `error: cannot list clusters: context "mgmt": connection refused: 127.0.0.1:${port}
try: kubectl --kubeconfig ${join(folder, 'mgmt.yaml')} --context mgmt version
`,
    ])
  })

  const commands = [
    ['why', 'prod/blue'],
    ['wait', 'prod/blue'],
    ['refresh', 'prod/blue'],
    ['retry', 'prod/blue', 'cni', '--yes'],
    ['snapshot'],
  ]
  test.for(commands)('that nobody can find exits with 4: %s', async words => {
    const io = memoryIo()
    expect([await runCli([...words, '--kubeconfig', join(folder, 'none.yaml')], io), io.stdout()]).toEqual([
      4,
      '',
    ])
  })
})
