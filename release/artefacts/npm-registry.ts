import { createHash } from 'node:crypto'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A registry of npm on loopback that has one version of one package. */
export async function serveNpm(name: string, version: string, archive: Buffer): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url === `/${name}`) response.end(JSON.stringify(packument(addressOf(server))))
    else if (request.url === `/${name}.tgz`) response.end(archive)
    else response.writeHead(404).end('{}')
  })
  const packument = (address: string) => ({
    name,
    'dist-tags': { latest: version },
    versions: {
      [version]: {
        name,
        version,
        bin: { [name]: 'dist/fitout.js' },
        dist: {
          tarball: `${address}/${name}.tgz`,
          integrity: `sha512-${createHash('sha512').update(archive).digest('base64')}`,
        },
      },
    },
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return server
}

export function addressOf(server: Server): string {
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}
