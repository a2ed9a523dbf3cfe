import type { Server } from 'node:http'
import { gzipSync } from 'node:zlib'
import { packTar } from 'modern-tar'
import { closeServer, serve } from './http-server.ts'

/** A module of Terraform: its address in a registry, its version, and its files. */
export interface TerraformModule {
  /** As in `source`: namespace, name and system. */
  readonly source: string
  readonly version: string
  readonly files: Readonly<Record<string, string>>
}

/** A registry that has one module of Terraform. */
export class ModuleRegistry {
  readonly #port: number
  readonly #server: Server

  private constructor(port: number, server: Server) {
    this.#port = port
    this.#server = server
  }

  static async start(port: number, { source, version, files }: TerraformModule): Promise<ModuleRegistry> {
    const entries = Object.entries(files).map(([name, body]) => ({
      header: { name, size: Buffer.byteLength(body), mtime: new Date(0) },
      body,
    }))
    const archive = gzipSync(await packTar(entries))
    const server = await serve(port, (request, response) => {
      switch (request.url) {
        case `/${source}/versions`:
          return response.end(JSON.stringify({ modules: [{ versions: [{ version }] }] }))
        case `/${source}/${version}/download`:
          return response
            .writeHead(204, { 'x-terraform-get': `http://127.0.0.1:${port}/module.tar.gz` })
            .end()
        case '/module.tar.gz':
          return response.end(archive)
        default:
          return response.writeHead(404).end()
      }
    })
    return new ModuleRegistry(port, server)
  }

  /** What a registry's host says of its service `modules.v1`. */
  get url(): string {
    return `http://127.0.0.1:${this.#port}/`
  }

  async close(): Promise<void> {
    await closeServer(this.#server)
  }
}
