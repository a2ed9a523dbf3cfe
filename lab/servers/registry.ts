import { createHash } from 'node:crypto'
import { Program } from '../process/program.ts'
import type { Site } from '../site.ts'
import { type Chart, packChart } from './chart.ts'

const MANIFEST = 'application/vnd.oci.image.manifest.v1+json'
const HELM_CONFIG = 'application/vnd.cncf.helm.config.v1+json'
const HELM_LAYER = 'application/vnd.cncf.helm.chart.content.v1.tar+gzip'

/** An OCI registry that holds everything in memory. */
export class Registry {
  readonly program: Program
  /** As in `oci://<host>/<repository>`. */
  readonly host: string

  private constructor(program: Program, host: string) {
    this.program = program
    this.host = host
  }

  static async start(site: Site): Promise<Registry> {
    const host = site.registryHost
    const program = new Program({
      name: 'registry',
      path: site.programs.registry,
      args: [`-port=${new URL(`http://${host}`).port}`],
      logFile: site.log('registry'),
      isReady: async () => (await fetch(`http://${host}/v2/`).catch(() => undefined))?.ok ?? false,
    })
    return new Registry(await program.start(), host)
  }

  /** Pushes a chart to `<repository>/<chart name>:<version>`, as `helm push` does. */
  async push(repository: string, chart: Chart): Promise<void> {
    const { name, version } = chart
    const path = `${repository}/${name}`
    const config = await this.#blob(
      path,
      HELM_CONFIG,
      Buffer.from(JSON.stringify({ apiVersion: 'v2', name, version })),
    )
    const layer = await this.#blob(path, HELM_LAYER, await packChart(chart))
    await this.#send(`http://${this.host}/v2/${path}/manifests/${version}`, {
      method: 'PUT',
      headers: { 'content-type': MANIFEST },
      body: JSON.stringify({ schemaVersion: 2, mediaType: MANIFEST, config, layers: [layer] }),
    })
  }

  async #blob(path: string, mediaType: string, content: Buffer) {
    const digest = `sha256:${createHash('sha256').update(content).digest('hex')}`
    const upload = await this.#send(`http://${this.host}/v2/${path}/blobs/uploads/`, { method: 'POST' })
    const location = new URL(upload.headers.get('location') ?? '', `http://${this.host}`)
    location.searchParams.set('digest', digest)
    await this.#send(location, { method: 'PUT', body: new Uint8Array(content) })
    return { mediaType, digest, size: content.length }
  }

  async #send(url: string | URL, init: RequestInit): Promise<Response> {
    const answer = await fetch(url, init)
    if (!answer.ok) throw new Error(`cannot push to the registry: ${answer.status} ${await answer.text()}`)
    await answer.body?.cancel()
    return answer
  }
}
