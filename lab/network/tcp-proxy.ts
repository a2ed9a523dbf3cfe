import { type Server, type Socket, connect, createServer } from 'node:net'

/** What the proxy does with traffic. `pass` forwards; `cut` refuses and resets; `blackhole` takes everything and answers nothing. */
export type ProxyMode = 'pass' | 'cut' | 'blackhole'

/** Stands in front of an API server on loopback and plays the bad network. */
export class TcpProxy {
  readonly port: number
  readonly #server: Server
  readonly #pairs = new Set<readonly [Socket, Socket]>()
  readonly #home: number
  #target: number
  #mode: ProxyMode = 'pass'
  #delayMs = 0

  private constructor(port: number, target: number) {
    this.port = port
    this.#home = target
    this.#target = target
    this.#server = createServer({ noDelay: true }, client => this.#accept(client))
  }

  static async start(port: number, target: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(port, target)
    await new Promise<void>((resolve, reject) => {
      proxy.#server.once('error', reject)
      proxy.#server.listen(port, '127.0.0.1', resolve)
    })
    return proxy
  }

  /** Forwards at full speed again, and lets what a blackhole kept continue. */
  pass(): void {
    this.#mode = 'pass'
    this.#delayMs = 0
    for (const pair of this.#pairs) for (const socket of pair) socket.resume()
  }

  /** Keeps every chunk for this long, each way, in order. */
  delay(ms: number): void {
    this.pass()
    this.#delayMs = ms
  }

  /** Resets every connection, and every new one at once. */
  cut(): void {
    this.#mode = 'cut'
    this.dropConnections()
  }

  /** Keeps connections open and lets nothing through, as a dropped route does. */
  blackhole(): void {
    this.#mode = 'blackhole'
    for (const pair of this.#pairs) for (const socket of pair) socket.pause()
  }

  /** Resets the connections that exist now; new ones are served. */
  dropConnections(): void {
    for (const pair of this.#pairs) for (const socket of pair) socket.resetAndDestroy()
  }

  /** Sends everybody to another server: the address stays, the cluster behind it is another one. */
  forwardTo(port: number): void {
    this.#target = port
    this.dropConnections()
  }

  /** Sends everybody to the server that it was started for. */
  restore(): void {
    this.forwardTo(this.#home)
  }

  async close(): Promise<void> {
    const closed = new Promise<void>(resolve => {
      this.#server.close(() => resolve())
    })
    this.dropConnections()
    await closed
  }

  #accept(client: Socket): void {
    if (this.#mode === 'cut') {
      client.resetAndDestroy()
      return
    }
    const upstream = connect({ port: this.#target, host: '127.0.0.1', noDelay: true })
    const pair = [client, upstream] as const
    this.#pairs.add(pair)
    this.#pipe(client, upstream)
    this.#pipe(upstream, client)
    const end = () => {
      this.#pairs.delete(pair)
      client.destroy()
      upstream.destroy()
    }
    for (const socket of pair) {
      socket.once('close', end)
      // The close that follows does the work; an unheard error would end the lab.
      socket.on('error', () => undefined)
      if (this.#mode === 'blackhole') socket.pause()
    }
  }

  #pipe(from: Socket, to: Socket): void {
    // One queue each way: what came first leaves first, whatever the delay is changed to in between.
    const queue: { readonly at: number; readonly send: () => void }[] = []
    const drain = () => {
      const now = performance.now()
      while (queue[0] && queue[0].at <= now) queue.shift()?.send()
      if (queue[0]) setTimeout(drain, queue[0].at - now)
    }
    const enqueue = (send: () => void) => {
      queue.push({ at: performance.now() + this.#delayMs, send })
      if (queue.length === 1) drain()
    }
    from.on('data', chunk => enqueue(() => this.#forward(chunk, from, to)))
    from.on('end', () => enqueue(() => to.end()))
  }

  #forward(chunk: Buffer, from: Socket, to: Socket): void {
    if (to.write(chunk)) return
    from.pause()
    to.once('drain', () => {
      if (this.#mode === 'pass') from.resume()
    })
  }
}
