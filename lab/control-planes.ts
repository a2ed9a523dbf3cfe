import { ControlPlane } from './control-plane/control-plane.ts'
import type { Etcd } from './control-plane/etcd.ts'
import type { Site } from './site.ts'

/** The workload control planes of a lab, by name. Starting and ending one of the same name follow each other. */
export class WorkloadControlPlanes {
  readonly #site: Site
  readonly #etcd: Etcd
  readonly #started = new Map<string, Promise<ControlPlane>>()
  readonly #ending = new Map<string, Promise<void>>()

  readonly #apiServers: Readonly<Record<string, string>>

  constructor(site: Site, etcd: Etcd, apiServers: Readonly<Record<string, string>>) {
    this.#site = site
    this.#etcd = etcd
    this.#apiServers = apiServers
  }

  async ensure(name: string): Promise<ControlPlane> {
    await this.#ending.get(name)
    const started =
      this.#started.get(name) ??
      ControlPlane.start(this.#site, this.#etcd, { name, hasNodes: true, apiServer: this.#apiServers[name] })
    this.#started.set(name, started)
    // A start that failed must not be the answer for ever.
    started.catch(() => this.#started.delete(name))
    return started
  }

  async remove(name: string): Promise<void> {
    const started = this.#started.get(name)
    if (!started) return
    this.#started.delete(name)
    const ending = started.then(controlPlane => controlPlane.stop()).finally(() => this.#ending.delete(name))
    this.#ending.set(name, ending)
    await ending
  }

  async all(): Promise<ControlPlane[]> {
    return Promise.all(this.#started.values())
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#started.keys()].map(name => this.remove(name)))
  }
}
