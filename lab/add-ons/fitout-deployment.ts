import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { ref } from '../kube/kube-object.ts'
import { until } from '../kube/until.ts'
import type { RunningPod } from '../kubelet/running-pod.ts'
import type { Lab } from '../lab.ts'
import type { Program } from '../process/program.ts'
import { kubectl } from './fitting-out-controller.ts'
import { releaseCheckout } from './fitout-release.ts'

const NAMESPACE = 'fitout-system'
const NAME = 'fitout-controller'
const METRICS_PORT = 8081
const WITHIN_MS = 300_000

/** Fitout as its users run it: a Deployment, its pods run from the image. Needs a management cluster with nodes. */
export class FitoutDeployment {
  readonly #lab: Lab

  /** The Deployment in the usual namespace, whoever installs it. */
  constructor(lab: Lab) {
    this.#lab = lab
  }

  /** Makes the image of this checkout, pushes it to the lab's registry and installs it from there. */
  static async install(lab: Lab): Promise<FitoutDeployment> {
    const { image } = await releaseCheckout(lab)
    const deployment = new FitoutDeployment(lab)
    await kubectl(lab, 'apply', '--server-side', '-k', await deployment.#writeKustomization(image))
    await deployment.untilReady()
    return deployment
  }

  /** The pods that run now. */
  get pods(): readonly RunningPod[] {
    return this.#lab.management.kubelet?.pods(NAMESPACE, NAME) ?? []
  }

  /** The pod that holds the Lease, once there is one; another one than `former`, if that is given. */
  async leader(former?: RunningPod): Promise<RunningPod> {
    return until('a pod of Fitout holds the Lease', async () => {
      const { spec } = await this.#lab.management.api.get(
        ref('coordination.k8s.io/v1', 'Lease', `${NAMESPACE}/${NAME}`),
      )
      const { holderIdentity = '' } = spec as { holderIdentity?: string }
      return this.pods.find(
        ({ metadata }) =>
          metadata.name !== former?.metadata.name && holderIdentity.startsWith(`${metadata.name}_`),
      )
    })
  }

  /** Waits until as many pods are ready as there should be, and no older one is left. */
  async untilReady(): Promise<void> {
    const path = ref('apps/v1', 'Deployment', `${NAMESPACE}/${NAME}`)
    await until(
      'the Deployment of Fitout is ready',
      async () => {
        const { metadata, ...object } = await this.#lab.management.api.get(path)
        const { replicas } = object['spec'] as { replicas: number }
        const status = (object['status'] ?? {}) as Readonly<Record<string, number>>
        const counts = ['replicas', 'updatedReplicas', 'readyReplicas'].map(name => status[name] ?? 0)
        if (status['observedGeneration'] === metadata.generation && counts.every(count => count === replicas))
          return true
        throw new Error(JSON.stringify(status))
      },
      WITHIN_MS,
    )
  }

  /** Kills every process at once. The kubelet starts them again. */
  async crash(): Promise<void> {
    await Promise.all(this.#programs().map(program => program.kill()))
    await until('every process of Fitout runs again', async () => {
      const programs = this.#programs()
      return programs.length > 0 && programs.every(program => program.isRunning)
    })
    await this.untilReady()
  }

  /** What all pods wrote. */
  async logs(): Promise<string> {
    const files = new Set(this.#programs().map(({ spec }) => spec.logFile))
    return (await Promise.all([...files].map(file => readFile(file, 'utf8')))).join('')
  }

  /** The metrics of all pods. */
  async metrics(): Promise<string> {
    const ports = this.pods.flatMap(pod => pod.port(METRICS_PORT) ?? [])
    const pages = ports.map(async port => (await fetch(`http://127.0.0.1:${port}/metrics`)).text())
    return (await Promise.all(pages)).join('')
  }

  #programs(): Program[] {
    return this.pods.flatMap(({ programs }) => programs)
  }

  async #writeKustomization(reference: string): Promise<string> {
    const folder = join(this.#lab.folder, 'fitout-deployment')
    await mkdir(folder, { recursive: true })
    const colon = reference.lastIndexOf(':')
    const image = { name: 'fitout', newName: reference.slice(0, colon), newTag: reference.slice(colon + 1) }
    const kustomization = {
      apiVersion: 'kustomize.config.k8s.io/v1beta1',
      kind: 'Kustomization',
      resources: [relative(folder, resolve('deploy'))],
      images: [image],
    }
    await writeFile(join(folder, 'kustomization.yaml'), JSON.stringify(kustomization))
    return folder
  }
}
