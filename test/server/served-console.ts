import { selectorOf } from '../../src/domain/labels/selector.ts'
import { ApiError } from '../../src/engine/api/api-error.ts'
import type { Link } from '../../src/fleet/link/link.ts'
import { simulatedLink } from '../../src/fleet/simulated/simulated-link.ts'
import { consoleFilesOf } from '../../src/server/http/console-files.ts'
import type { ConsoleIdentity } from '../../src/server/http/console-identity.ts'
import type { RunningConsole } from '../../src/server/http/serve-console.ts'
import { localIdentity } from '../../src/server/identity/local-identity.ts'
import { type ConsoleStart, startConsole } from '../../src/server/start-console.ts'
import { ApiCaller } from '../../src/simulator/faults/actor.ts'
import { noFaults } from '../../src/simulator/faults/fault-plan.ts'
import { faultyApi } from '../../src/simulator/faults/faulty-api.ts'
import { History } from '../../src/simulator/faults/history.ts'
import { NetworkLink } from '../../src/simulator/faults/link.ts'
import type { DemoFleet } from '../../src/simulator/demo/demo-fleet.ts'

const files = consoleFilesOf(new Map([['index.html', Buffer.from('<!doctype html>')]]))
const STEP_MS = 250

/** An event of a stream. */
export interface HeardEvent {
  readonly id: string
  readonly event: string
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into it
  readonly data: any
}

/** For tests: the real server on a simulated fleet, behind a network of which tests decide. */
export class ServedConsole {
  readonly demo: DemoFleet
  readonly network = new NetworkLink()
  readonly failures: unknown[] = []
  /** How much the server writes to the fleet: it must be nothing. */
  readonly writes: string[] = []
  readonly #more: Partial<ConsoleStart>
  readonly #makeIdentity: (link: Link) => ConsoleIdentity
  #server: RunningConsole | undefined

  constructor(
    demo: DemoFleet,
    {
      more = {},
      identity = link =>
        localIdentity({
          mode: 'demo',
          user: undefined,
          link,
          isPartial: false,
          actions: () => [{ action: 'fixDemo', isAllowed: true }],
          forgeToken: undefined,
        }),
    }: { readonly more?: Partial<ConsoleStart>; readonly identity?: (link: Link) => ConsoleIdentity } = {},
  ) {
    this.demo = demo
    this.#more = more
    this.#makeIdentity = identity
  }

  async start(): Promise<this> {
    const { fleet, troubles } = this.demo
    const { clock } = fleet
    const reached = simulatedLink(fleet, { user: 'console', refusal: message => new Error(message) })
    const api = faultyApi({
      api: reached.management,
      clock,
      actor: new ApiCaller('console'),
      history: new History(clock.elapsed, () => false),
      plan: noFaults,
      server: 'management',
      link: this.network,
    })
    const noted = (verb: string) => async (): Promise<never> => {
      this.writes.push(verb)
      throw new ApiError('Forbidden', { call: verb })
    }
    const management = {
      ...api,
      create: noted('create'),
      apply: noted('apply'),
      update: noted('update'),
      delete: noted('delete'),
    }
    const link = { ...reached, management }
    this.#server = await startConsole({
      host: '127.0.0.1',
      port: 0,
      files,
      identity: this.#makeIdentity(link),
      link,
      scope: { namespace: undefined, selector: selectorOf([]) },
      clock,
      version: '0.0.0',
      demo: { troubles, speed: 10 },
      onFailure: error => this.failures.push(error),
      ...this.#more,
    })
    await this.until(async () => (await fetch(this.address('fleet'))).status !== 503)
    return this
  }

  get port(): number {
    return this.#server?.port ?? 0
  }

  address(path: string): string {
    return `http://localhost:${this.port}/api/v1/${path}`
  }

  async stop(): Promise<void> {
    await this.during(Promise.resolve(this.#server?.stop()))
  }

  /** Lets the time of the fleet pass while something is under way. */
  async during<T>(work: Promise<T>): Promise<T> {
    const over = new AbortController()
    const done = work.finally(() => over.abort())
    done.catch(() => undefined)
    while (!over.signal.aborted) {
      await this.demo.fleet.clock.advance(STEP_MS)
      await new Promise(resolve => {
        setImmediate(resolve)
      })
    }
    return done
  }

  /** Lets time pass until something holds. */
  async until(holds: () => Promise<boolean> | boolean): Promise<void> {
    while (!(await this.during(Promise.resolve(holds())))) await this.demo.fleet.clock.advance(STEP_MS)
  }

  async get(path: string, headers: Readonly<Record<string, string>> = {}) {
    const response = await this.during(fetch(this.address(path), { headers }))
    const text = await this.during(response.text())
    return {
      status: response.status,
      tag: response.headers.get('etag') ?? '',
      text,
      body: text === '' ? undefined : JSON.parse(text),
    }
  }

  async post(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) {
    const { body: me } = await this.get('me')
    const sent = { 'Content-Type': 'application/json', 'X-Fitout-Token': String(me.token), ...headers }
    const response = await this.during(
      fetch(this.address(path), { method: 'POST', headers: sent, body: JSON.stringify(body) }),
    )
    const text = await this.during(response.text())
    return { status: response.status, text, body: JSON.parse(text) as unknown }
  }

  /** Opens a stream, and collects what is said on it. */
  async listen(query: string, headers: Readonly<Record<string, string>> = {}): Promise<HeardStream> {
    const ending = new AbortController()
    const response = await this.during(
      fetch(this.address(`stream?${query}`), { headers, signal: ending.signal }),
    )
    const heard = new HeardStream(response.status, ending)
    if (response.body) void heard.read(response.body)
    return heard
  }
}

/** What was said on a stream. */
export class HeardStream {
  readonly events: HeardEvent[] = []
  readonly status: number
  readonly #ending: AbortController
  isOver = false

  constructor(status: number, ending: AbortController) {
    this.status = status
    this.#ending = ending
  }

  close(): void {
    this.#ending.abort()
  }

  async read(body: ReadableStream<Uint8Array>): Promise<void> {
    let rest = ''
    try {
      for await (const chunk of body) {
        // What is sent here is ASCII, so no character is cut in two.
        const parts = (rest + Buffer.from(chunk).toString('utf8')).split('\n\n')
        rest = parts.pop() ?? ''
        this.events.push(...parts.map(eventOf))
      }
    } catch {
      // It was cut: that is what `isOver` says.
    }
    this.isOver = true
  }

  of(event: string): readonly HeardEvent[] {
    return this.events.filter(one => one.event === event)
  }
}

function eventOf(text: string): HeardEvent {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1] ?? ''
  return { id: field('id'), event: field('event'), data: JSON.parse(field('data')) }
}
