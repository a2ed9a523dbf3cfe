import { createSecureServer } from 'node:http2'
import type { AddressInfo, Socket } from 'node:net'
import { type SecureContext, createSecureContext } from 'node:tls'
import type { SampleCertificate } from '../kube/sample-authority.ts'
import { type Exchange, exchangeOf } from './http-exchange.ts'

/** One API server among many: by its name in TLS and its address. */
export interface Site {
  /** The name that its certificate is for. */
  readonly serverName: string
  /** An address of the loopback network, its own: `127.1.0.1`. */
  readonly address: string
  /** What it shows to clients, and whose certificates it takes from them. */
  readonly identity: SampleCertificate
  readonly caData: string
  readonly answer: (exchange: Exchange) => Promise<void>
}

/** Many API servers on one port of many addresses, over HTTP/2 and HTTP/1.1, each with an authority of its own. */
export class ApiServers {
  readonly #server: ReturnType<typeof createSecureServer>
  readonly #byAddress = new Map<string, Site>()
  readonly #byName = new Map<string, Site>()
  readonly #contexts = new Map<Site, SecureContext>()
  readonly #sockets = new Set<Socket>()

  private constructor() {
    this.#server = createSecureServer({
      allowHTTP1: true,
      requestCert: true,
      rejectUnauthorized: true,
      SNICallback: (name, use) => {
        const site = this.#byName.get(name)
        if (site) use(null, this.#contextOf(site))
        else use(new Error('no such server'))
      },
      settings: { maxConcurrentStreams: 250 },
    })
    this.#server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
    })
    this.#server.on('sessionError', () => undefined)
    this.#server.on('tlsClientError', () => undefined)
    this.#server.on('request', (request, response) => {
      const exchange = exchangeOf(request, response)
      const site = this.#byAddress.get(request.socket.localAddress ?? '')
      if (site) void site.answer(exchange)
      else response.stream.close()
    })
  }

  /** Starts to listen, on every address of the loopback network. */
  static async start(): Promise<ApiServers> {
    const servers = new ApiServers()
    await new Promise<void>(resolve =>
      servers.#server.listen({ port: 0, host: '0.0.0.0', backlog: 4096 }, resolve),
    )
    return servers
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** How many connections are open. */
  get connections(): number {
    return this.#sockets.size
  }

  add(site: Site): void {
    this.#byAddress.set(site.address, site)
    this.#byName.set(site.serverName, site)
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise<void>(resolve => this.#server.close(() => resolve()))
  }

  #contextOf(site: Site): SecureContext {
    const known = this.#contexts.get(site)
    if (known) return known
    const { certificate, key } = site.identity
    const made = createSecureContext({ cert: certificate, key, ca: site.caData })
    this.#contexts.set(site, made)
    return made
  }
}
