import { existsSync, lstatSync, mkdtempSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Image, buildImage } from '../../release/image/build-image.ts'
import { file } from '../../release/image/entry.ts'
import { sampleContents } from '../../release/image/sample-contents.ts'
import { pullImage } from './pull-image.ts'

let image: Image
let server: Server
let host = ''
const folder = mkdtempSync(join(tmpdir(), 'fitout-pull-'))

beforeAll(async () => {
  const contents = sampleContents()
  const layers = [
    [file('bin/tool', 'run', 0o755), { kind: 'link', path: 'tool', target: '/bin/tool' } as const],
  ]
  const platform = { layers, bill: contents.platforms.amd64?.bill ?? never() }
  image = await buildImage({ ...contents, platforms: { amd64: platform, arm64: platform } })
  server = createServer((request, response) => {
    const name = request.url?.split('/').at(-1) ?? ''
    const blob = image.blobs.get(name === '1.2.3' ? image.index.digest : name)
    response.writeHead(blob ? 200 : 404).end(blob?.content)
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

test('an image is unpacked once, with modes and links, and with the mount points of a container', async () => {
  const [one, other] = await Promise.all(
    ['1.2.3', '1.2.3'].map(tag => pullImage(`${host}/team/fitout:${tag}`, folder)),
  )
  expect(other).toEqual(one)
  const root = one?.root ?? ''
  expect(readFileSync(join(root, 'bin/tool'), 'utf8')).toBe('run')
  expect(lstatSync(join(root, 'bin/tool')).mode & 0o777).toBe(0o755)
  expect(readlinkSync(join(root, 'tool'))).toBe('/bin/tool')
  expect(existsSync(join(root, 'var/run/secrets/kubernetes.io/serviceaccount'))).toBe(true)
  expect(one?.config.User).toBe('65532:65532')
})

test('an image can be named by its digest', async () => {
  const pulled = await pullImage(`${host}/team/fitout@${image.index.digest}`, folder)
  expect(pulled.config.Entrypoint).toEqual(['/usr/local/bin/node', '/usr/lib/fitout/fitout.js'])
})

test('an image that is not there is said to be so', async () => {
  await expect(pullImage(`${host}/team/fitout:9.9.9`, folder)).rejects.toThrow('404 Not Found')
})

function never(): never {
  throw new Error('the sample has no image for amd64')
}
