import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ClusterOptions, clusterObjects, clusterRef } from './cluster-api/cluster-objects.ts'
import { Provider, controlPlaneName, kubeconfigSecret } from './cluster-api/provider.ts'
import { CONTROL_PLANE } from './cluster-api/provider-crds.ts'
import { startClusterApi } from './cluster-api/start-cluster-api.ts'
import { ControlPlane } from './control-plane/control-plane.ts'
import { type Etcd, startEtcd } from './control-plane/etcd.ts'
import { createPki } from './control-plane/pki.ts'
import { WorkloadControlPlanes } from './control-planes.ts'
import { hasCondition } from './kube/conditions.ts'
import { type ObjectRef, ref } from './kube/kube-object.ts'
import { renderKubeconfig } from './kube/kubeconfig.ts'
import { until } from './kube/until.ts'
import { endOrphans } from './process/owner.ts'
import { Ports } from './process/ports.ts'
import { type Program, killProgramsOf } from './process/program.ts'
import { buildPrograms } from './programs/build-programs.ts'
import { findModules } from './programs/modules.ts'
import { ChartServer } from './servers/chart-server.ts'
import { GitServer } from './servers/git-server.ts'
import { Registry } from './servers/registry.ts'
import { claimLab, labFolder, releaseLab } from './lab-claim.ts'
import { type FormerProgram, type Site, logFile } from './site.ts'

export interface LabOptions {
  /** Keeps labs of one clone apart: the folder `.lab/<name>`. */
  readonly name: string
  /** Workload control planes to start along with the lab; others start when a Cluster asks for them. */
  readonly controlPlanes?: readonly string[]
  /** Whether pods run on the management cluster too; else what would be a pod there is a plain process. */
  readonly managementHasNodes?: boolean
  /** Whether Cluster API takes ClusterClasses, which are behind a feature gate. */
  readonly hasTopology?: boolean
  /** Workload control planes with another kube-apiserver than that of the lab: where it stands. */
  readonly apiServers?: Readonly<Record<string, string>>
  /** An earlier Karpenter, whose pods run as this program. */
  readonly formerKarpenter?: FormerProgram
  readonly say?: (line: string) => void
}

/** A cluster of the lab: the Cluster object on the management side, and the control plane behind it. */
export interface LabCluster {
  readonly ref: ObjectRef
  readonly controlPlane: ControlPlane
}

interface LabParts {
  readonly site: Site
  readonly etcd: Etcd
  readonly management: ControlPlane
  readonly clusterApi: Program
  readonly git: GitServer
  readonly charts: ChartServer
  readonly registry: Registry
  readonly workloads: WorkloadControlPlanes
}

/** Real Kubernetes, Cluster API and what they need, as processes on loopback. */
export class Lab {
  readonly folder: string
  readonly management: ControlPlane
  readonly clusterApi: Program
  readonly etcd: Etcd
  readonly git: GitServer
  readonly charts: ChartServer
  readonly registry: Registry
  readonly site: Site
  readonly #workloads: WorkloadControlPlanes
  readonly #provider: Provider

  constructor(parts: LabParts) {
    this.site = parts.site
    this.folder = parts.site.folder
    this.etcd = parts.etcd
    this.management = parts.management
    this.clusterApi = parts.clusterApi
    this.git = parts.git
    this.charts = parts.charts
    this.registry = parts.registry
    this.#workloads = parts.workloads
    this.#provider = new Provider(parts.management.api, {
      ensure: async name => {
        const controlPlane = await parts.workloads.ensure(name)
        await this.writeKubeconfig()
        return controlPlane
      },
      remove: name => parts.workloads.remove(name),
    })
    this.#provider.start()
  }

  /** Starts a lab. What an earlier lab left behind when it was killed is ended first. */
  static async start(options: LabOptions): Promise<Lab> {
    await claimLab(options.name)
    await endOrphans()
    try {
      return await startParts(options)
    } catch (error) {
      await killProgramsOf(labFolder(options.name))
      await releaseLab(options.name)
      throw error
    }
  }

  /** The kubeconfig with a context for every control plane; it goes through the proxies. */
  get kubeconfigFile(): string {
    return join(this.folder, 'kubeconfig')
  }

  /** Creates a Cluster and waits until Cluster API is connected to its control plane. */
  async createCluster(name: string, options: ClusterOptions = {}): Promise<LabCluster> {
    for (const object of clusterObjects(name, options)) await this.management.api.apply(object)
    return this.untilConnected(name, options.namespace)
  }

  /** Waits until Cluster API is connected to the cluster. */
  async untilConnected(name: string, namespace = 'default'): Promise<LabCluster> {
    const cluster = clusterRef(name, namespace)
    await until(`Cluster ${namespace}/${name} is connected`, async () =>
      hasCondition(await this.management.api.get(cluster), 'RemoteConnectionProbe', 'True'),
    )
    return { ref: cluster, controlPlane: await this.#workloads.ensure(controlPlaneName(cluster)) }
  }

  /** Deletes a Cluster and waits until nothing of it is left; one of the same name is then a new cluster. */
  async deleteCluster({ ref: cluster }: LabCluster): Promise<void> {
    await this.management.api.delete(cluster)
    await until(
      `Cluster ${cluster.metadata.name} is gone`,
      async () => !(await this.management.api.find(cluster)),
    )
    await this.#workloads.remove(controlPlaneName(cluster))
  }

  /** Ends the credentials in the kubeconfig Secret of a cluster and puts new ones there. */
  async rotateKubeconfig(cluster: LabCluster): Promise<void> {
    await cluster.controlPlane.rotateCredentials()
    await this.#writeKubeconfigSecret(cluster, cluster.controlPlane)
    await this.writeKubeconfig()
  }

  /** Lets the kubeconfig Secret of `cluster` lead to the control plane of `other`. */
  async swapKubeconfig(cluster: LabCluster, other: LabCluster): Promise<void> {
    await this.#writeKubeconfigSecret(cluster, other.controlPlane)
  }

  /** Ends everything. Logs stay, data goes. */
  async stop(): Promise<void> {
    await this.#provider.stop()
    await Promise.all([this.#workloads.stop(), this.management.stop(), this.clusterApi.kill()])
    await Promise.all([
      this.git.close(),
      this.charts.close(),
      this.registry.program.kill(),
      this.etcd.program.kill(),
    ])
    await this.site.ports.release()
    await clearData(this.folder)
    await releaseLab(this.site.name)
  }

  /** The control planes that run now, the management one first. */
  async controlPlanes(): Promise<ControlPlane[]> {
    return [this.management, ...(await this.#workloads.all())]
  }

  async writeKubeconfig(): Promise<void> {
    const contexts = await Promise.all(
      (await this.controlPlanes()).map(controlPlane => controlPlane.context('lab-user')),
    )
    // Renamed into place: two clusters that come at once must not write into each other's file, nor anybody read half of it.
    const aside = `${this.kubeconfigFile}.${randomUUID()}`
    await writeFile(aside, renderKubeconfig(contexts), { mode: 0o600 })
    await rename(aside, this.kubeconfigFile)
  }

  async #writeKubeconfigSecret(cluster: LabCluster, controlPlane: ControlPlane): Promise<void> {
    const { name, namespace } = cluster.ref.metadata
    const owner = await this.management.api.get(
      ref(`${CONTROL_PLANE.group}/v1`, CONTROL_PLANE.kind, `${namespace}/${name}`),
    )
    await this.management.api.apply(await kubeconfigSecret(controlPlane, owner))
  }
}

async function startParts(options: LabOptions): Promise<Lab> {
  const {
    name,
    controlPlanes = [],
    managementHasNodes = false,
    hasTopology = false,
    apiServers = {},
    say = () => undefined,
  } = options
  const site = { ...(await prepareSite(name, say)), formerKarpenter: options.formerKarpenter }
  const etcd = await startEtcd(site)
  const workloads = new WorkloadControlPlanes(site, etcd, apiServers)
  const [gitPort, chartPort] = [await site.ports.take(), await site.ports.take()]
  const starting = ControlPlane.start(site, etcd, { name: 'management', hasNodes: managementHasNodes })
  const [management, clusterApi, git, charts, registry] = await Promise.all([
    starting,
    starting.then(started => startClusterApi(site, started, { hasTopology })),
    GitServer.start(join(site.folder, 'git'), gitPort),
    ChartServer.start(chartPort),
    Registry.start(site),
    ...controlPlanes.map(controlPlane => workloads.ensure(controlPlane)),
  ])
  say('control planes and Cluster API are ready')
  const lab = new Lab({ site, etcd, management, clusterApi, git, charts, registry, workloads })
  await lab.writeKubeconfig()
  return lab
}

async function prepareSite(name: string, say: (line: string) => void): Promise<Site> {
  const folder = labFolder(name)
  const programs = await buildPrograms(say)
  const modules = await findModules()
  await rm(folder, { recursive: true, force: true })
  await mkdir(join(folder, 'pki'), { recursive: true })
  const [ports, pki] = await Promise.all([Ports.claim(), createPki(join(folder, 'pki'))])
  const registryHost = `127.0.0.1:${await ports.take()}`
  return {
    name,
    folder,
    programs,
    modules,
    ports,
    pki,
    registryHost,
    log: program => logFile(folder, program),
  }
}

async function clearData(folder: string): Promise<void> {
  const data = (await readdir(folder)).filter(name => name !== 'logs')
  await Promise.all(data.map(name => rm(join(folder, name), { recursive: true, force: true })))
}
