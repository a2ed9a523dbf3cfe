import { createServer } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Site } from '../site.ts'
import { closeServer } from '../servers/http-server.ts'

/** An HTTPS server on loopback that stands for webhooks and for an aggregated API. */
export interface HttpsServer {
  readonly port: number
  readonly ca: string
  readonly close: () => Promise<void>
}

/** Starts it. `/admit` allows, `/refuse` refuses, `/hang` never answers, everything else is an API group that is served. */
export async function startHttpsServer(site: Site): Promise<HttpsServer> {
  const port = await site.ports.take()
  const { cert, key } = await site.pki.servers.server()
  const server = createServer({ cert, key }, (request, response) => void answer(request, response))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return { port, ca: site.pki.servers.cert, close: () => closeServer(server) }
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request)
  const path = request.url ?? '/'
  if (path.startsWith('/hang')) return
  const isReview = path.startsWith('/admit') || path.startsWith('/refuse')
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(isReview ? review(path.startsWith('/admit'), body) : resources(path)))
}

function review(allowed: boolean, body: string): object {
  const { request } = JSON.parse(body) as { request: { uid: string } }
  const status = { message: 'Not in this namespace' }
  const response = { uid: request.uid, allowed, ...(allowed ? {} : { status }) }
  return { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', response }
}

function resources(path: string): object {
  return {
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: path.replace('/apis/', ''),
    resources: [],
  }
}
