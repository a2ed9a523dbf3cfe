import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Authority } from '../certificates.ts'
import { KubeApi } from '../kube/kube-api.ts'
import { type Access, type Context, renderKubeconfig } from '../kube/kubeconfig.ts'
import { Kubelet } from '../kubelet/kubelet.ts'
import { TcpProxy } from '../network/tcp-proxy.ts'
import { Program } from '../process/program.ts'
import type { Site } from '../site.ts'
import { type AuditEvent, AuditLog, auditPolicy } from './audit-log.ts'
import type { Etcd } from './etcd.ts'
import { kwokProgram } from './kwok.ts'

export interface ControlPlaneSpec {
  readonly name: string
  /** Most management clusters of the lab have no nodes: what runs there are plain processes. */
  readonly hasNodes: boolean
  /** Another kube-apiserver than that of the lab. */
  readonly apiServer?: string | undefined
}

// Garbage collection matters most: ClusterResourceSet relies on it.
const MANAGEMENT_CONTROLLERS = [
  'namespace-controller',
  'garbage-collector-controller',
  'serviceaccount-controller',
  'root-ca-certificate-publisher-controller',
  'clusterrole-aggregation-controller',
]

/** A real Kubernetes control plane behind a proxy that can play a bad network. */
export class ControlPlane {
  readonly name: string
  readonly api: KubeApi
  readonly proxy: TcpProxy
  /** By program: `kube-apiserver`, `kube-controller-manager`, and with nodes `kube-scheduler` and `kwok`. */
  readonly programs: Map<string, Program>
  readonly kubelet: Kubelet | undefined
  readonly #site: Site
  readonly #port: number
  readonly #folder: string
  readonly #auditLog: AuditLog
  #users: Authority

  private constructor(parts: {
    spec: ControlPlaneSpec
    site: Site
    port: number
    api: KubeApi
    proxy: TcpProxy
    programs: readonly Program[]
    kubelet: Kubelet | undefined
  }) {
    this.name = parts.spec.name
    this.api = parts.api
    this.proxy = parts.proxy
    this.programs = new Map(
      parts.programs.map(program => [program.name.slice(this.name.length + 1), program]),
    )
    this.kubelet = parts.kubelet
    this.#site = parts.site
    this.#port = parts.port
    this.#folder = join(parts.site.folder, parts.spec.name)
    this.#auditLog = new AuditLog(join(this.#folder, 'audit.log'))
    this.#users = parts.site.pki.users
  }

  /** Starts a control plane on an empty store, and waits until its API server answers. */
  static async start(site: Site, etcd: Etcd, spec: ControlPlaneSpec): Promise<ControlPlane> {
    const { name } = spec
    const folder = join(site.folder, name)
    await mkdir(folder, { recursive: true })
    await etcd.erase(`/${name}`)
    const port = await site.ports.take()
    const api = await clientOf(site, port)
    await writeClientCas(folder, [site.pki.components, site.pki.users])
    await writeFile(join(folder, 'audit-policy.json'), JSON.stringify(auditPolicy))
    const apiServer = new Program({
      name: `${name}/kube-apiserver`,
      path: spec.apiServer ?? site.programs['kube-apiserver'],
      args: apiServerArgs(site, { folder, port, etcdUrl: etcd.url, prefix: `/${name}` }),
      logFile: site.log(`${name}/kube-apiserver`),
      isReady: () => api.isReady(),
    })
    await apiServer.start()

    const programs = [apiServer, await controllerManager(site, spec, port)]
    const kubelet = spec.hasNodes ? new Kubelet({ site, api, name, port }) : undefined
    if (kubelet) {
      programs.push(await scheduler(site, name, port))
      const kubeconfigFile = await componentKubeconfig(site, { name, user: 'kwok', port })
      programs.push(await kwokProgram(site, { name, kubeconfigFile, leaveImages: kubelet.images }))
    }
    await Promise.all(programs.slice(1).map(program => program.start()))
    const proxy = await TcpProxy.start(await site.ports.take(), port)
    await kubelet?.start()
    return new ControlPlane({ spec, site, port, api, proxy, programs, kubelet })
  }

  /** The program of that name; the lab's tests freeze, kill and restart it. */
  program(name: string): Program {
    const program = this.programs.get(name)
    if (!program)
      throw new Error(
        `cannot find program ${name} of ${this.name}: it has ${[...this.programs.keys()].join(', ')}`,
      )
    return program
  }

  /** Puts another kube-apiserver in the place of this one, on the same store, as an upgrade does. */
  async replaceApiServer(path: string): Promise<void> {
    const old = this.program('kube-apiserver')
    await old.kill()
    const next = new Program({ ...old.spec, path })
    this.programs.set('kube-apiserver', next)
    await next.start()
  }

  /** What stands in a kubeconfig for `user`: the way through the proxy, with credentials that rotation ends. */
  async access(user: string): Promise<Access> {
    return {
      port: this.proxy.port,
      ca: this.#site.pki.servers.cert,
      credentials: await this.#users.client(user),
    }
  }

  /** A kubeconfig for `user`, through the proxy. */
  async kubeconfig(user: string): Promise<string> {
    return renderKubeconfig([await this.context(user)])
  }

  async context(user: string): Promise<Context> {
    return { name: this.name, user, access: await this.access(user) }
  }

  /** A kubeconfig file for a program of the lab itself: past the proxy, never rotated. */
  async componentKubeconfig(user: string): Promise<string> {
    return componentKubeconfig(this.#site, { name: this.name, user, port: this.#port })
  }

  /** From here on the API server refuses every credential that was handed out before. */
  async rotateCredentials(): Promise<void> {
    const old = new KubeApi(
      this.#port,
      this.#site.pki.servers.cert,
      await this.#users.client('rotation-probe'),
    )
    this.#users = await Authority.create(`fitout-lab-users-${this.name}`)
    await writeClientCas(this.#folder, [this.#site.pki.components, this.#users])
    // The API server looks at the file when it changes; refused is when the old ones are really gone.
    while (await old.isAccepted()) await new Promise(resolve => setTimeout(resolve, 50))
  }

  /** What the API server recorded, oldest first. */
  audit(): readonly AuditEvent[] {
    return this.#auditLog.events()
  }

  /** Ends everything at once. Its data is of no use to anybody afterwards. */
  async stop(): Promise<void> {
    await this.kubelet?.stop()
    await Promise.all([...this.programs.values()].map(program => program.kill()))
    await this.proxy.close()
    for (const port of [this.#port, this.proxy.port]) this.#site.ports.giveBack(port)
  }
}

function apiServerArgs(
  { pki }: Site,
  { folder, port, etcdUrl, prefix }: { folder: string; port: number; etcdUrl: string; prefix: string },
): string[] {
  return [
    `--etcd-servers=${etcdUrl}`,
    `--etcd-prefix=${prefix}`,
    '--bind-address=127.0.0.1',
    '--advertise-address=127.0.0.1',
    '--endpoint-reconciler-type=none',
    `--secure-port=${port}`,
    `--tls-cert-file=${pki.serverCertFile}`,
    `--tls-private-key-file=${pki.serverKeyFile}`,
    `--client-ca-file=${join(folder, CLIENT_CAS)}`,
    '--authorization-mode=RBAC',
    '--allow-privileged=true',
    '--service-account-issuer=https://kubernetes.default.svc',
    `--service-account-key-file=${pki.serviceAccountPublicFile}`,
    `--service-account-signing-key-file=${pki.serviceAccountPrivateFile}`,
    '--service-cluster-ip-range=10.96.0.0/16',
    '--enable-priority-and-fairness=false',
    '--profiling=false',
    `--audit-policy-file=${join(folder, 'audit-policy.json')}`,
    `--audit-log-path=${join(folder, 'audit.log')}`,
  ]
}

async function controllerManager(
  site: Site,
  { name, hasNodes }: ControlPlaneSpec,
  port: number,
): Promise<Program> {
  const controllers = hasNodes ? '*' : MANAGEMENT_CONTROLLERS.join(',')
  return new Program({
    name: `${name}/kube-controller-manager`,
    path: site.programs['kube-controller-manager'],
    args: [
      `--kubeconfig=${await componentKubeconfig(site, { name, user: 'kube-controller-manager', port })}`,
      '--leader-elect=false',
      '--secure-port=0',
      `--service-account-private-key-file=${site.pki.serviceAccountPrivateFile}`,
      `--root-ca-file=${site.pki.serverCaFile}`,
      '--use-service-account-credentials=false',
      '--profiling=false',
      `--controllers=${controllers}`,
    ],
    logFile: site.log(`${name}/kube-controller-manager`),
  })
}

async function scheduler(site: Site, name: string, port: number): Promise<Program> {
  const kubeconfig = await componentKubeconfig(site, { name, user: 'kube-scheduler', port })
  return new Program({
    name: `${name}/kube-scheduler`,
    path: site.programs['kube-scheduler'],
    args: [`--kubeconfig=${kubeconfig}`, '--leader-elect=false', '--secure-port=0'],
    logFile: site.log(`${name}/kube-scheduler`),
  })
}

const CLIENT_CAS = 'client-cas.crt'

// Renamed into place: the API server must never read half a file.
async function writeClientCas(folder: string, authorities: readonly Authority[]): Promise<void> {
  const aside = join(folder, `${CLIENT_CAS}.new`)
  await writeFile(aside, authorities.map(({ cert }) => `${cert}\n`).join(''))
  await rename(aside, join(folder, CLIENT_CAS))
}

async function clientOf({ pki }: Site, port: number): Promise<KubeApi> {
  return new KubeApi(port, pki.servers.cert, await pki.components.client('fitout-lab'))
}

async function componentKubeconfig(
  { pki, folder }: Site,
  { name, user, port }: { name: string; user: string; port: number },
): Promise<string> {
  const access = { port, ca: pki.servers.cert, credentials: await pki.components.client(user) }
  const file = join(folder, name, `${user}.kubeconfig`)
  await writeFile(file, renderKubeconfig([{ name, user, access }]), { mode: 0o600 })
  return file
}
