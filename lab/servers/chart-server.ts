import { createHash } from 'node:crypto'
import type { Server } from 'node:http'
import { type Chart, packChart } from './chart.ts'
import { closeServer, serve } from './http-server.ts'

interface Entry {
  readonly name: string
  readonly version: string
  readonly digest: string
  readonly archive: Buffer
}

/** A Helm repository over HTTP. */
export class ChartServer {
  readonly #port: number
  readonly #entries = new Map<string, Entry>()
  #server: Server | undefined

  private constructor(port: number) {
    this.#port = port
  }

  static async start(port: number): Promise<ChartServer> {
    const server = new ChartServer(port)
    server.#server = await serve(port, (request, response) => {
      const body = server.#answer(request.url ?? '/')
      if (body === undefined) response.writeHead(404).end('not found\n')
      else response.writeHead(200).end(body)
    })
    return server
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** Publishes a chart; one of the same name and version is replaced. */
  async publish(chart: Chart): Promise<void> {
    const archive = await packChart(chart)
    const digest = createHash('sha256').update(archive).digest('hex')
    const { name, version } = chart
    this.#entries.set(`/${name}-${version}.tgz`, { name, version, digest, archive })
  }

  async close(): Promise<void> {
    if (this.#server) await closeServer(this.#server)
  }

  #answer(path: string): Buffer | string | undefined {
    return path === '/index.yaml' ? this.#index() : this.#entries.get(path)?.archive
  }

  // JSON is YAML.
  #index(): string {
    const versions = [...this.#entries].map(([path, { name, version, digest }]) => ({
      apiVersion: 'v2',
      name,
      version,
      digest,
      urls: [path.slice(1)],
    }))
    const entries = Object.groupBy(versions, ({ name }) => name)
    return JSON.stringify({ apiVersion: 'v1', generated: '2026-01-01T00:00:00Z', entries })
  }
}
