import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A way to a server on this machine that can go dead without either side being reported. */
export class SampleLink {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #isFrozen = false

  private constructor(port: number) {
    this.#server = createServer(client => {
      const target = connect(port, '127.0.0.1')
      this.#forward(client, target)
      this.#forward(target, client)
    })
  }

  static async start(port: number): Promise<SampleLink> {
    const link = new SampleLink(port)
    await new Promise<void>(resolve => link.#server.listen(0, '127.0.0.1', resolve))
    return link
  }

  get url(): string {
    return `https://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** From now on nothing arrives on the other side. */
  freeze(): void {
    this.#isFrozen = true
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise<void>(resolve => this.#server.close(() => resolve()))
  }

  #forward(from: Socket, to: Socket): void {
    this.#sockets.add(from)
    from.on('error', () => undefined)
    from.on('data', chunk => this.#isFrozen || to.write(chunk))
    from.on('close', () => {
      this.#sockets.delete(from)
      if (!this.#isFrozen) to.destroy()
    })
  }
}
