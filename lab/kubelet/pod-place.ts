import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { KubeApi } from '../kube/kube-api.ts'
import { ref } from '../kube/kube-object.ts'
import { renderKubeconfig } from '../kube/kubeconfig.ts'
import type { ProgramName } from '../programs/programs.ts'
import type { Site } from '../site.ts'
import type { KnownImage, Place } from './known-images.ts'
import type { Pod } from './pod.ts'
import type { AccountFiles } from './pod-volumes.ts'
import type { Services } from './services.ts'

const MONTH_SECONDS = 30 * 24 * 60 * 60

/** What the kubelets of one control plane share. */
export interface KubeletParts {
  readonly site: Site
  readonly api: KubeApi
  /** The control plane's name, and the port of its API server. */
  readonly name: string
  readonly port: number
}

/** What one pod got on the machine: a folder, ports, and the credentials of its own service account. */
export class PodPlace implements Place {
  readonly site: Site
  readonly api: KubeApi
  readonly folder: string
  readonly kubeconfigFile: string
  readonly logName: string
  /** The port of the API server that this pod belongs to, and what its service account is known by there. */
  readonly apiPort: number
  readonly account: AccountFiles
  readonly #services: Services
  readonly #ports = new Map<number, number>()

  private constructor(parts: KubeletParts, services: Services, { pod, token }: { pod: Pod; token: string }) {
    const { site, api, name, port } = parts
    this.site = site
    this.apiPort = port
    this.account = { token, ca: site.pki.servers.cert }
    this.api = api
    this.#services = services
    this.folder = join(site.folder, name, 'pods', pod.metadata.uid ?? pod.metadata.name)
    this.kubeconfigFile = join(this.folder, 'kubeconfig')
    this.logName = `${name}/${pod.metadata.namespace}/${pod.metadata.name}`
  }

  /** Makes a place for a pod. Its program acts with the rights of the pod's service account, and with no more. */
  static async prepare(parts: KubeletParts, services: Services, pod: Pod): Promise<PodPlace> {
    const account = pod.spec.serviceAccountName ?? 'default'
    const token = await podToken(parts.api, pod, account)
    const place = new PodPlace(parts, services, { pod, token })
    await mkdir(place.folder, { recursive: true })
    const tokenFile = join(place.folder, 'token')
    await writeFile(tokenFile, token, { mode: 0o600 })
    const access = { port: parts.port, ca: parts.site.pki.servers.cert, credentials: { tokenFile } }
    await writeFile(place.kubeconfigFile, renderKubeconfig([{ name: parts.name, user: account, access }]))
    for (const container of pod.spec.containers) {
      for (const { containerPort } of container.ports ?? []) {
        await place.takePort(containerPort)
      }
    }
    return place
  }

  /** Gives a port of the pod a loopback port of the machine, once. */
  async takePort(containerPort: number): Promise<number> {
    const port = this.#ports.get(containerPort) ?? (await this.site.ports.take())
    this.#ports.set(containerPort, port)
    return port
  }

  port(containerPort: number): number {
    const port = this.#ports.get(containerPort)
    if (port === undefined) throw new Error(`the pod declares no port ${containerPort}`)
    return port
  }

  servicePort(program: ProgramName, containerPort: number): number {
    return this.#services.address(program, containerPort)
  }

  /** Lets the lasting addresses of an image lead to this pod. */
  serve({ program, servicePorts }: KnownImage): void {
    for (const containerPort of servicePorts) {
      this.#services.pointTo(program, containerPort, this.port(containerPort))
    }
  }

  async clear(): Promise<void> {
    for (const port of this.#ports.values()) this.site.ports.giveBack(port)
    await rm(this.folder, { recursive: true, force: true })
  }
}

async function podToken(api: KubeApi, pod: Pod, account: string): Promise<string> {
  const answer = await api.post(
    ref('v1', 'ServiceAccount', `${pod.metadata.namespace}/${account}`),
    '/token',
    {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      spec: {
        expirationSeconds: MONTH_SECONDS,
        boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name: pod.metadata.name, uid: pod.metadata.uid },
      },
    },
  )
  return (answer['status'] as { token: string }).token
}
