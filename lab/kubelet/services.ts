import { TcpProxy } from '../network/tcp-proxy.ts'
import type { Ports } from '../process/ports.ts'
import type { ProgramName } from '../programs/programs.ts'

/** One lasting address for each port that pods serve to others: what a Service is in a cluster. */
export class Services {
  readonly #ports: Ports
  readonly #proxies = new Map<string, TcpProxy>()

  constructor(ports: Ports) {
    this.#ports = ports
  }

  /** Opens a port. To open it twice is to open it once. */
  async open(program: ProgramName, containerPort: number): Promise<void> {
    if (this.#proxies.has(key(program, containerPort))) return
    const proxy = await TcpProxy.start(await this.#ports.take(), 0)
    // Until a pod is ready nobody answers, as a Service without endpoints.
    proxy.cut()
    this.#proxies.set(key(program, containerPort), proxy)
  }

  address(program: ProgramName, containerPort: number): number {
    return this.#find(program, containerPort).port
  }

  /** Sends traffic to the pod that has just become ready. */
  pointTo(program: ProgramName, containerPort: number, port: number): void {
    const proxy = this.#find(program, containerPort)
    proxy.forwardTo(port)
    proxy.pass()
  }

  async close(): Promise<void> {
    await Promise.all([...this.#proxies.values()].map(proxy => proxy.close()))
  }

  #find(program: ProgramName, containerPort: number): TcpProxy {
    const proxy = this.#proxies.get(key(program, containerPort))
    if (!proxy) throw new Error(`cannot find a Service for port ${containerPort} of ${program}`)
    return proxy
  }
}

function key(program: ProgramName, containerPort: number): string {
  return `${program}:${containerPort}`
}
