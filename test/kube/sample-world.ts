import { type Connection, connect } from '../../src/kube/connect.ts'
import type { ConnectionConfig } from '../../src/kube/transport/connection-config.ts'
import { SampleAuthority } from './sample-authority.ts'
import { type SampleProtocol, SampleServer } from './sample-server.ts'

/** A server, and the connections to it that a test opens. */
export class SampleWorld {
  readonly authority: SampleAuthority
  readonly server: SampleServer
  readonly #connections: Connection[] = []

  private constructor(authority: SampleAuthority, server: SampleServer) {
    this.authority = authority
    this.server = server
  }

  static async create(
    protocol: SampleProtocol,
    settings?: Parameters<typeof SampleServer.start>[2],
  ): Promise<SampleWorld> {
    const authority = await SampleAuthority.create()
    return new SampleWorld(authority, await SampleServer.start(protocol, await authority.sign(), settings))
  }

  /** A new connection to the server. */
  connect(more: Partial<ConnectionConfig> = {}): Connection {
    const { caData } = this.authority
    const connection = connect({ server: this.server.url, caData, auth: { token: 'sample-token' }, ...more })
    this.#connections.push(connection)
    return connection
  }

  /** Closes all connections and forgets what was asked. */
  clean(): void {
    for (const connection of this.#connections.splice(0)) connection.close()
    this.server.requests.length = 0
  }

  async stop(): Promise<void> {
    this.clean()
    await this.server.stop()
  }
}
