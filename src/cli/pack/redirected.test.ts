import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { memoryIo } from '#test/cli/memory-io.ts'
import { Refusal } from '../command/refusal.ts'
import { fetchFrom } from '../sources/https/fetch-https.ts'
import { selfSigned } from '#test/cli/self-signed.ts'
import { pack } from '../commands/pack.ts'
import { readCommandLine } from '../parse/read-command-line.ts'
import { understand } from '../parse/understand.ts'
import type { PackCall } from './pack-call.ts'
import { PackScene } from '#test/cli/pack-scene.ts'
import { runPack } from './run-pack.ts'

test('An address that redirects to another host is named, and so is where it leads', async () => {
  const scene = await PackScene.open()
  const { cert, key } = await selfSigned('a.example')
  const server = createServer({ cert, key }, (_, answer) =>
    answer.writeHead(302, { location: 'https://b.example/calico.yaml' }).end(),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on a port has an address
  const { port } = server.address() as AddressInfo
  const fetch = fetchFrom({
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    allows: () => true,
    ca: cert,
  })
  const line = `pack calico https://a.example:${port}/calico.yaml`
  const said = await runPack(callOf(line), memoryIo({ cwd: scene.folder }), { fetch }).catch(told)
  server.close()
  await scene.close()
  const text = `$ fitout ${line}\n${said}`.replaceAll(String(port), '<port>')
  await expect(text).toMatchFileSnapshot('../../../test/golden/pack/error-redirect.txt')
})

/** What the user sees of a refusal. */
function told(error: unknown): string {
  if (!(error instanceof Refusal)) throw error
  return `error: ${error.message}\n(exit ${error.exitCode})\n`
}

function callOf(line: string): PackCall {
  const request = understand(readCommandLine(line.split(' '), [pack]), [pack])
  if (request.kind !== 'run') throw new TypeError(`no call: ${line}`)
  const { args, flags } = request.input
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the command itself hands it on
  return { name: args['name'], sources: args['sources'], flags } as unknown as PackCall
}
