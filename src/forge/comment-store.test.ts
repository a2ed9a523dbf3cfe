import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterEach, describe, expect, test } from 'vitest'
import { isFields, textIn } from '../domain/object/fields.ts'
import { postComment } from './comment-store.ts'
import type { ForgeKind } from './forge-access.ts'
import { commentsOf } from './merge-request.ts'

const MARK = '<!-- fitout-plan -->'
const TOKEN = 'CANARY-token'

interface Comment {
  readonly id: number
  body: string
}

/** What the published API of each forge asks for; anything else is a fault of the request. */
const forms = {
  // https://docs.gitlab.com/api/notes/#merge-requests
  gitlab: {
    list: /^\/api\/v4\/projects\/platform%2Ffleet\/merge_requests\/7\/notes$/,
    one: /^\/api\/v4\/projects\/platform%2Ffleet\/merge_requests\/7\/notes\/(\d+)$/,
    update: 'PUT',
    login: (request: IncomingMessage) => request.headers['private-token'] === TOKEN,
    base: '/api/v4',
    paged: true,
  },
  // https://docs.github.com/rest/issues/comments
  github: {
    list: /^\/repos\/platform\/fleet\/issues\/7\/comments$/,
    one: /^\/repos\/platform\/fleet\/issues\/comments\/(\d+)$/,
    update: 'PATCH',
    login: (request: IncomingMessage) =>
      request.headers.authorization === `Bearer ${TOKEN}` &&
      request.headers.accept === 'application/vnd.github+json' &&
      request.headers['x-github-api-version'] === '2022-11-28' &&
      request.headers['user-agent'] !== undefined,
    base: '',
    paged: true,
  },
  // https://docs.gitea.com/api: issue/issueGetComments, issueCreateComment, issueEditComment
  gitea: {
    list: /^\/api\/v1\/repos\/platform\/fleet\/issues\/7\/comments$/,
    one: /^\/api\/v1\/repos\/platform\/fleet\/issues\/comments\/(\d+)$/,
    update: 'PATCH',
    login: (request: IncomingMessage) => request.headers.authorization === `token ${TOKEN}`,
    base: '/api/v1',
    paged: false,
  },
} as const

let stop: (() => void)[] = []
afterEach(() => {
  for (const one of stop) one()
  stop = []
})

type Answer = (request: IncomingMessage, response: ServerResponse) => void

async function serve(answer: Answer): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer(answer).on('connection', socket => sockets.add(socket))
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  stop.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return `http://127.0.0.1:${port}`
}

class Forge {
  readonly comments: Comment[] = []
  readonly faults: string[] = []
  readonly calls: string[] = []
  readonly #kind: ForgeKind
  readonly #foreign = new Set<number>()

  constructor(kind: ForgeKind) {
    this.#kind = kind
  }

  written(body: string, isForeign = false): void {
    const id = this.comments.length + 1
    this.comments.push({ id, body })
    if (isForeign) this.#foreign.add(id)
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = forms[this.#kind]
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://forge')
    const { method = '' } = request
    this.calls.push(`${method} ${pathname.slice(form.base.length)}`)
    if (!form.login(request)) return send(response, 401, { message: `bad credentials ${TOKEN}` })
    if (form.list.test(pathname) && method === 'GET') return send(response, 200, this.#page(searchParams))
    const body = method === 'GET' ? undefined : await this.#body(request)
    if (form.list.test(pathname) && method === 'POST' && body !== undefined) {
      this.written(body)
      return send(response, 201, this.comments.at(-1))
    }
    const id = Number(form.one.exec(pathname)?.[1])
    if (method === form.update && body !== undefined && id > 0) {
      if (this.#foreign.has(id)) return send(response, 403, { message: 'no' })
      const found = this.comments.find(one => one.id === id)
      if (found) found.body = body
      return send(response, 200, found)
    }
    this.faults.push(`${method} ${pathname}`)
    send(response, 404, { message: 'not found' })
  }

  #page(search: URLSearchParams): readonly Comment[] {
    if (!forms[this.#kind].paged) return this.comments
    const size = Number(search.get('per_page'))
    const page = Number(search.get('page'))
    if (!(size >= 1 && size <= 100 && page >= 1)) this.faults.push(`pages of ${size}, page ${page}`)
    return this.comments.slice((page - 1) * size, page * size)
  }

  async #body(request: IncomingMessage): Promise<string | undefined> {
    if (request.headers['content-type'] !== 'application/json') this.faults.push('no content-type')
    const sent: unknown = await json(request)
    const isRight = isFields(sent) && Object.keys(sent).join() === 'body' && typeof sent['body'] === 'string'
    if (!isRight) this.faults.push(JSON.stringify(sent))
    return isRight ? textIn(sent, 'body') : undefined
  }
}

function send(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

const waits: number[] = []
function storeAt(kind: ForgeKind, url: string, timeoutMs = 10_000) {
  const request = {
    kind,
    url: new URL(url),
    project: 'platform/fleet',
    number: '7',
    token: TOKEN,
    tokenName: 'FORGE_TOKEN',
  }
  return commentsOf(request, {
    timeoutMs,
    sleep: ms => {
      waits.push(ms)
      return Promise.resolve()
    },
  })
}

describe.each(['gitlab', 'github', 'gitea'] as const)('On %s', kind => {
  async function open() {
    const forge = new Forge(kind)
    const url = await serve((request, response) => void forge.answer(request, response))
    const store = storeAt(kind, `${url}${forms[kind].base}`)
    return { forge, post: (body: string) => postComment(store, `${MARK}\n${body}`, MARK) }
  }

  test('one comment is made, renewed, and left alone when it says the same', async () => {
    const { forge, post } = await open()
    forge.written('a word of somebody else')
    expect(await post('one')).toEqual({ outcome: 'created', others: 0 })
    expect(await post('two')).toEqual({ outcome: 'renewed', others: 0 })
    expect(await post('two')).toEqual({ outcome: 'unchanged', others: 0 })
    expect(forge.comments.map(({ body }) => body)).toEqual(['a word of somebody else', `${MARK}\ntwo`])
    expect(forge.faults).toEqual([])
  })

  test('the comment is found behind hundreds of others, and one that only quotes it is not taken for it', async () => {
    const { forge, post } = await open()
    forge.written(`> ${MARK}\nquoted`)
    for (let index = 0; index < 250; index++) forge.written(`word ${index}`)
    forge.written(`${MARK}\nold`)
    expect(await post('new')).toEqual({ outcome: 'renewed', others: 0 })
    expect(forge.comments.filter(({ body }) => body.endsWith('new'))).toHaveLength(1)
    expect(forge.faults).toEqual([])
  })

  test('a comment of another owner with our mark is not in the way', async () => {
    const { forge, post } = await open()
    forge.written(`${MARK}\nnot ours`, true)
    expect(await post('ours')).toEqual({ outcome: 'created', others: 1 })
    expect(await post('ours again')).toEqual({ outcome: 'renewed', others: 1 })
    expect(forge.comments.map(({ body }) => body)).toEqual([`${MARK}\nnot ours`, `${MARK}\nours again`])
  })
})

const status = (code: number, headers: Record<string, string> = {}): Answer => {
  return (_, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    send(response, code, { message: `no, ${TOKEN}` })
  }
}

describe('A forge that', () => {
  const cases: readonly { name: string; answer: Answer; code: string; says: RegExp; tries?: number }[] = [
    {
      name: 'does not accept the token',
      answer: status(401),
      code: 'NOT_LOGGED_IN',
      says: /does not accept the token in FORGE_TOKEN \(401\)$/,
    },
    {
      name: 'does not allow it',
      answer: status(403),
      code: 'NOT_ALLOWED',
      says: /does not allow it with the token in FORGE_TOKEN \(403\)$/,
    },
    { name: 'does not find it', answer: status(404), code: 'NOT_FOUND', says: /\(404\)$/ },
    { name: 'refuses it', answer: status(422), code: 'REFUSED', says: /refuses it \(422\): no, …$/ },
    {
      name: 'throttles requests for an hour',
      answer: status(429, { 'retry-after': '3600' }),
      code: 'THROTTLED',
      says: /is throttling requests \(429\); it takes requests again in 3600s$/,
    },
    {
      name: 'throttles requests again and again',
      answer: status(429, { 'retry-after': '2' }),
      code: 'THROTTLED',
      says: /\(429\)/,
      tries: 3,
    },
    {
      name: 'has an error of its own',
      answer: status(503),
      code: 'SERVER_ERROR',
      says: /\(503\)$/,
      tries: 3,
    },
    {
      name: 'redirects to another server',
      answer: status(302, { location: 'http://other.example.com/x' }),
      code: 'UNEXPECTED',
      says: /redirect to another server, other.example.com$/,
    },
    {
      name: 'redirects without end',
      answer: status(302, { location: '/again' }),
      code: 'UNEXPECTED',
      says: /redirects without end$/,
      tries: 4,
    },
    {
      name: 'is a web page',
      answer: (_, response) => void response.writeHead(200).end('<html>'),
      code: 'UNEXPECTED',
      says: /is not JSON$/,
    },
    { name: 'answers with something else', answer: status(200), code: 'UNEXPECTED', says: /is not a list$/ },
    {
      name: 'hangs up',
      answer: request => request.socket.destroy(),
      code: 'NOT_REACHABLE',
      says: /cannot be reached: /,
    },
    {
      name: 'answers without end',
      answer: (_, response) => {
        response.writeHead(200)
        const flood = () => void (response.write(Buffer.alloc(1024 * 1024, '[')) && setImmediate(flood))
        response.on('drain', flood)
        flood()
      },
      code: 'UNEXPECTED',
      says: /is too large$/,
    },
  ]
  test.for(cases)('$name', async ({ answer, code, says, tries = 1 }) => {
    let asked = 0
    const url = await serve((request, response) => {
      asked += 1
      answer(request, response)
    })
    waits.length = 0
    const error: unknown = await postComment(storeAt('github', url), 'x', MARK).catch((one: unknown) => one)
    expect(error).toMatchObject({ code, message: expect.stringMatching(says) })
    expect(String(error)).not.toContain(TOKEN)
    expect(asked).toBe(tries)
  })

  test('says nothing', async () => {
    const url = await serve(() => undefined)
    await expect(postComment(storeAt('github', url, 50), 'x', MARK)).rejects.toMatchObject({
      code: 'NOT_IN_TIME',
    })
  })

  test('is not there', async () => {
    const url = await serve(() => undefined)
    for (const one of stop.splice(0)) one()
    await expect(postComment(storeAt('github', url), 'x', MARK)).rejects.toMatchObject({
      code: 'NOT_REACHABLE',
    })
  })

  test('fails while a comment is made is not asked to make it twice', async () => {
    const calls: string[] = []
    const url = await serve((request, response) => {
      calls.push(request.method ?? '')
      send(response, request.method === 'GET' ? 200 : 502, [])
    })
    await expect(postComment(storeAt('gitea', url), 'x', MARK)).rejects.toMatchObject({
      code: 'SERVER_ERROR',
    })
    expect(calls).toEqual(['GET', 'POST'])
  })
})
