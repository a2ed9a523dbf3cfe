import { type Server, createServer } from 'node:http'
import { type Socket, connect } from 'node:net'

/** What a proxy was asked for, and with which password. */
interface Asked {
  readonly end: string | undefined
  readonly authorization: string | undefined
}

/** For tests: a proxy that connects to where it is asked to, or refuses with a status. */
export class SampleProxy {
  readonly asked: Asked[] = []
  readonly #sockets = new Set<Socket>()
  readonly #server: Server = createServer()

  private constructor(refuses: number | undefined) {
    this.#server.on('connection', (socket: Socket) => this.#watch(socket))
    this.#server.on('connect', ({ url = '', headers }, socket: Socket) => {
      this.asked.push({ end: url, authorization: headers['proxy-authorization'] })
      if (refuses === undefined) this.#connect(url, socket)
      else socket.end(`HTTP/1.1 ${refuses} No\r\n\r\n`)
    })
  }

  static async start(refuses?: number): Promise<SampleProxy> {
    const proxy = new SampleProxy(refuses)
    await new Promise<void>(resolve => proxy.#server.listen(0, '127.0.0.1', resolve))
    return proxy
  }

  get url(): string {
    const address = this.#server.address()
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  }

  stop(): void {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
  }

  #connect(end: string, socket: Socket): void {
    const { hostname, port } = new URL(`https://${end}`)
    const far = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      far.pipe(socket)
      socket.pipe(far)
    })
    this.#watch(far)
    far.on('error', () => socket.destroy())
    socket.on('close', () => far.destroy())
  }

  #watch(socket: Socket): void {
    this.#sockets.add(socket.on('error', () => undefined))
  }
}
