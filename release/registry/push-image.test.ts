import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildImage } from '../image/build-image.ts'
import { type Descriptor, INDEX } from '../image/oci.ts'
import { sampleContents } from '../image/sample-contents.ts'
import { pushImage } from './push-image.ts'
import { RegistryClient, parseReference } from './registry-client.ts'

const kept = new Map<string, Buffer>()
let puts = 0

/** The least that a registry does. It has no list of referrers, and asks who one is. */
async function registry(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '', 'http://registry')
  const end = (status: number, content?: Buffer) => response.writeHead(status).end(content)
  if (request.headers.authorization !== `Basic ${btoa('robot:s3cret')}`) {
    response.setHeader('www-authenticate', 'Basic realm="registry"')
    return void end(401)
  }
  if (request.method === 'POST') {
    response.setHeader('location', '/v2/team/fitout/blobs/uploads/1')
    return void end(202)
  }
  if (request.method === 'PUT') {
    puts += 1
    kept.set(url.searchParams.get('digest') ?? url.pathname.split('/').at(-1) ?? '', await buffer(request))
    return void end(201)
  }
  const content = kept.get(url.pathname.split('/').at(-1) ?? '')
  end(content ? 200 : 404, request.method === 'HEAD' ? undefined : content)
}

const server = createServer((request, response) => void registry(request, response))
let host = ''
beforeAll(async () => {
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

const account = { username: 'robot', password: 's3cret' }

test('an image is pushed with what is attached to it, and pushed again nearly for free', async () => {
  const image = await buildImage(sampleContents())
  const client = new RegistryClient({ host, path: 'team/fitout' }, account)
  await pushImage(client, image, '1.2.3')
  const first = puts
  await pushImage(client, image, '1.2.3')

  expect(kept.get('1.2.3')).toEqual(image.blobs.get(image.index.digest)?.content)
  const stored = [...image.blobs.keys()].filter(digest => !kept.has(digest) && digest !== image.index.digest)
  expect(stored).toEqual([])
  const fallback = kept.get(image.index.digest.replace(':', '-'))?.toString() ?? ''
  const { mediaType, manifests } = JSON.parse(fallback) as { mediaType: string; manifests: Descriptor[] }
  expect([mediaType, manifests]).toEqual([INDEX, [image.attached[2]]])
  const blobs = [...image.blobs.values()].filter(
    ({ descriptor }) => !/manifest|index/.test(descriptor.mediaType),
  )
  expect(puts - first).toBe(first - blobs.length)
})

test('a registry that refuses the account says so', async () => {
  const client = new RegistryClient({ host, path: 'team/fitout' }, { ...account, password: 'wrong' })
  await expect(client.putBlob('sha256:0', Buffer.from(''))).rejects.toThrow('401')
})

test('a reference is read as registry, repository and tag, and refused without them', () => {
  expect(parseReference('registry.example:5000/team/fitout:0.1.0')).toEqual({
    host: 'registry.example:5000',
    path: 'team/fitout',
    tag: '0.1.0',
  })
  expect(() => parseReference('fitout:0.1.0')).toThrow('write <registry>/<repository>:<tag>')
})
