import type { SecureContext, TLSSocket } from 'node:tls'
import { readServerUrl } from '../../domain/kubeconfig/read-server-url.ts'
import type { ConnectionConfig, Credentials, Limits } from './connection-config.ts'
import { type Target, dial, secureContextOf } from './dial.ts'
import { Failure } from './failure.ts'
import type { Guard } from './guard.ts'
import { Http1Wire } from './http1-wire.ts'
import { Http2Wire } from './http2-wire.ts'
import type { Wire } from './wire.ts'

/** A connection that is being opened. All calls that need it wait for the same one. */
interface Dialing {
  readonly wire: Promise<Wire>
  readonly identity: string
  readonly abort: AbortController
  waiting: number
}

interface Identified<Value> {
  readonly identity: string
  readonly value: Value
}

/** Keeps one wire to a server: opens it when it is needed, and another one when it can no longer be used. */
export class Wires {
  connections = 0
  /** What stands before every path, for a server that is not at the root of its host. */
  readonly pathPrefix: string
  readonly #config: ConnectionConfig
  readonly #limits: Limits
  readonly #address: { readonly host: string; readonly port: number }
  readonly #open = new Set<Wire>()
  #current: Identified<Wire> | undefined
  #context: Identified<SecureContext> | undefined
  #dialing: Dialing | undefined

  constructor(config: ConnectionConfig, limits: Limits) {
    const url = readServerUrl(config.server)
    if (!url) throw new TypeError('cannot connect: the server must be https://host:port')
    this.#config = config
    this.#limits = limits
    this.pathPrefix = url.path
    this.#address = { host: url.host.replaceAll(/[[\]]/g, ''), port: url.port }
  }

  /** The wire for these credentials; `isFresh` when this very call had to open it. */
  async get(
    credentials: Credentials,
    guard: Guard,
  ): Promise<{ readonly wire: Wire; readonly isFresh: boolean }> {
    // The token goes with each request; only a certificate belongs to the connection.
    const identity = `${credentials.certificate ?? ''}${credentials.key ?? ''}`
    const wire = this.#usable(identity)
    if (wire) return { wire, isFresh: false }
    if (this.#dialing?.identity !== identity) this.#dialing = this.#dial(credentials, identity)
    const dialing = this.#dialing
    dialing.waiting++
    try {
      return { wire: await guard.race(dialing.wire), isFresh: true }
    } finally {
      if (--dialing.waiting === 0) dialing.abort.abort()
    }
  }

  destroy(): void {
    this.#dialing?.abort.abort()
    for (const wire of this.#open) wire.destroy()
    this.#open.clear()
  }

  #usable(identity: string): Wire | undefined {
    if (!this.#current) return undefined
    if (this.#current.identity === identity && this.#current.value.isUsable) return this.#current.value
    this.#current.value.retire()
    this.#current = undefined
    return undefined
  }

  #dial(credentials: Credentials, identity: string): Dialing {
    const abort = new AbortController()
    const dialing: Dialing = {
      wire: this.#connect(credentials, identity, abort.signal),
      identity,
      abort,
      waiting: 0,
    }
    void this.#settle(dialing)
    return dialing
  }

  async #settle(dialing: Dialing): Promise<void> {
    try {
      const wire = await dialing.wire
      if (this.#dialing === dialing) this.#current = { identity: dialing.identity, value: wire }
    } catch {
      // Called to all that wait for it.
    } finally {
      if (this.#dialing === dialing) this.#dialing = undefined
    }
  }

  async #connect(credentials: Credentials, identity: string, signal: AbortSignal): Promise<Wire> {
    const target = {
      ...this.#address,
      serverName: this.#config.serverName,
      context: this.#contextOf(credentials, identity),
      proxy: this.#config.proxy === undefined ? undefined : new URL(this.#config.proxy),
    }
    const socket = await dial(target, { timeoutMs: this.#limits.connectMs, signal })
    if (signal.aborted) {
      socket.destroy()
      throw new Failure('Cancelled')
    }
    const wire = this.#wireOver(socket, target)
    this.#open.add(wire)
    return wire
  }

  #wireOver(socket: TLSSocket, target: Target): Wire {
    const onClose = (wire: Wire) => void this.#open.delete(wire)
    if (socket.alpnProtocol === 'h2') {
      this.connections++
      return new Http2Wire(this.#config.server, socket, { limits: this.#limits, onClose })
    }
    socket.destroy()
    return new Http1Wire(target, { onSocket: () => void this.connections++, onClose })
  }

  // Made once: parsing certificates costs more than the handshake that they are for.
  #contextOf(credentials: Credentials, identity: string): SecureContext {
    if (this.#context?.identity !== identity) {
      this.#context = { identity, value: secureContextOf({ caData: this.#config.caData, credentials }) }
    }
    return this.#context.value
  }
}
