import { type IncomingHttpHeaders, request as openRequest } from 'node:http'

/** What the server answered. */
export interface BrowserAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** The JSON of the body; undefined if it is none. */
  readonly json: unknown
}

/** A browser as far as a server can tell: it keeps cookies, says where a request comes from, and follows nothing by itself. */
export class ConsoleBrowser {
  readonly cookies = new Map<string, string>()
  readonly #port: number
  readonly #url: URL
  /** All that this browser was ever sent. */
  readonly seen: string[] = []

  /** `url` is where people find the console; the server listens on a port of this machine. */
  constructor(port: number, url: URL) {
    this.#port = port
    this.#url = url
  }

  async get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<BrowserAnswer> {
    return this.send('GET', path, { headers })
  }

  async post(
    path: string,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<BrowserAnswer> {
    return this.#write('POST', path, { body, headers })
  }

  async put(path: string, body: unknown): Promise<BrowserAnswer> {
    return this.#write('PUT', path, { body, headers: {} })
  }

  /** Sends JSON as the page does, with the token of the session. */
  async #write(method: string, path: string, { body, headers }: Written): Promise<BrowserAnswer> {
    const token = await this.token()
    const own = {
      'Content-Type': 'application/json',
      'X-Fitout-Token': token,
      Origin: this.#url.origin,
      'Sec-Fetch-Site': 'same-origin',
    }
    return this.send(method, path, { headers: { ...own, ...headers }, body: JSON.stringify(body) })
  }

  /** The token of the session, as the page reads it; empty without a session. */
  async token(): Promise<string> {
    const { json } = await this.get('/api/v1/me')
    const token = typeof json === 'object' && json !== null && 'token' in json ? json.token : ''
    return typeof token === 'string' ? token : ''
  }

  async send(
    method: string,
    path: string,
    { headers = {}, body = '' }: { headers?: Readonly<Record<string, string>>; body?: string } = {},
  ): Promise<BrowserAnswer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const all = {
      Host: this.#url.host,
      ...(cookie === '' ? {} : { Cookie: cookie }),
      ...(body === '' ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
      ...headers,
    }
    const answer = await exchange({ port: this.#port, method, path, headers: all }, body)
    this.seen.push(`${answer.status} ${JSON.stringify(answer.headers)} ${answer.body}`)
    for (const line of answer.headers['set-cookie'] ?? []) this.#keep(line)
    return answer
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ')
    const [name = '', value = ''] = pair.split('=')
    if (attributes.includes('Max-Age=0')) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}

interface Written {
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

interface Sent {
  readonly port: number
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

function exchange(sent: Sent, body: string): Promise<BrowserAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<BrowserAnswer>()
  const request = openRequest({ host: '127.0.0.1', agent: false, ...sent }, response => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('error', reject)
    response.on('end', () => {
      const { statusCode: status = 0, headers } = response
      const body = Buffer.concat(chunks).toString('utf8')
      resolve({ status, headers, body, json: jsonOf(body) })
    })
  })
  request.on('error', reject)
  request.end(body)
  return promise
}
