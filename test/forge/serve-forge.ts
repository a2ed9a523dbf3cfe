import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { json } from 'node:stream/consumers'
import { isFields } from '../../src/domain/object/fields.ts'
import type { ForgeKind } from '../../src/forge/forge-access.ts'
import type { Dialect } from './forge-dialect.ts'
import { giteaDialect } from './gitea-dialect.ts'
import { githubDialect } from './github-dialect.ts'
import { gitlabDialect } from './gitlab-dialect.ts'
import type { GitModel } from './git-model.ts'

/** What goes wrong with a request: an answer in the place of the right one, or none. */
export type ForgeFault =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** It is done, and nobody hears of it. */
  | 'answer lost'
  | 'no answer'

/** A small server that speaks as a forge does. */
export interface ServedForge {
  /** The address of the API. */
  readonly url: string
  readonly model: GitModel
  /** Requests of a form that the published API does not have. */
  readonly faults: readonly string[]
  readonly calls: readonly string[]
  /** What goes wrong from here on; `times` says how often. */
  readonly breakAt: (pattern: RegExp, fault: ForgeFault, times?: number) => void
  readonly close: () => void
}

/** How each forge speaks. */
const dialects: Readonly<Record<ForgeKind, Dialect>> = {
  gitlab: gitlabDialect,
  github: githubDialect,
  gitea: giteaDialect,
}

interface Break {
  readonly pattern: RegExp
  readonly fault: ForgeFault
  left: number
}

/** Serves a repository on loopback. */
export async function serveForge(kind: ForgeKind, model: GitModel): Promise<ServedForge> {
  const faults: string[] = []
  const calls: string[] = []
  const breaks: Break[] = []
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    void answer(request, response)
  }).on('connection', socket => sockets.add(socket))

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const dialect = dialects[kind]
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://forge')
    const path = pathname.slice(dialect.base.length)
    const method = request.method ?? ''
    const line = `${method} ${path}`
    calls.push(line)
    const isWrite = method !== 'GET'
    const sent: unknown = isWrite ? await json(request) : {}
    if (isWrite && request.headers['content-type'] !== 'application/json')
      faults.push(`${line}: no content-type`)
    const broken = breaks.find(one => one.left > 0 && one.pattern.test(line))
    if (broken) broken.left -= 1
    if (broken?.fault === 'no answer') return
    if (broken && typeof broken.fault === 'object') {
      for (const [name, text] of Object.entries(broken.fault.headers ?? {})) response.setHeader(name, text)
      send(response, broken.fault.status, { message: `no, ${String(request.headers.authorization)}` })
      return
    }
    if (!dialect.login(request.headers)) {
      send(response, 401, { message: 'bad credentials' })
      return
    }
    const call = {
      method,
      path,
      query: searchParams,
      headers: request.headers,
      body: isFields(sent) ? sent : {},
    }
    const given = dialect.answer(call, model)
    if (!given) faults.push(`${line} ${JSON.stringify(sent)}`)
    if (broken) request.socket.destroy()
    else send(response, given?.status ?? 400, given?.value ?? { message: 'wrong form' })
  }

  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `http://127.0.0.1:${port}${dialects[kind].base}`,
    model,
    faults,
    calls,
    breakAt: (pattern, fault, times = Infinity) => breaks.unshift({ pattern, fault, left: times }),
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

function send(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}
