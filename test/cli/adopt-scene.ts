import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { encodeBase64 } from '../../src/domain/bytes/base64.ts'
import { encodeUtf8 } from '../../src/domain/bytes/utf8.ts'
import { apiGroup } from '../../src/domain/object/api-group.ts'
import { partOf } from '../../src/domain/object/fields.ts'
import { readGoYaml } from '../../src/domain/yaml/read-go-yaml.ts'
import type { Api } from '../../src/engine/api/api.ts'
import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import { writeDocuments } from '../../src/domain/yaml/document/join-documents.ts'
import { readDocuments } from '../../src/domain/yaml/document/read-documents.ts'
import { type AdoptFlags, runAdopt } from '../../src/cli/adopt/run-adopt.ts'
import type { RunHelm } from '../../src/cli/migrate/run-helm.ts'
import { type Endpoint, SimulatedFleet } from '../../src/simulator/fleet/simulated-fleet.ts'
import { putByModel } from '../../src/simulator/models/model-write.ts'
import type { Store } from '../../src/simulator/store/store.ts'
import { wholeFluxRelease } from '../documents/whole-flux-release.ts'
import { FleetScene } from './fleet-scene.ts'
import { memoryIo } from './memory-io.ts'
import { runOn, sampleWorld, way } from './sample-world.ts'

/** For tests: what Helm keeps of a revision. */
export interface GivenRelease {
  readonly name: string
  readonly namespace: string
  readonly chart?: string
  readonly version?: string
  readonly revision?: number
  readonly status?: string
  readonly values?: object
  readonly manifest?: string
  /** The namespace of the Secret, if it is another one than the release's. */
  readonly storage?: string
  /** The program that wrote it. */
  readonly manager?: string
}

// The Secret in which Helm keeps a revision.
function releaseSecret(given: GivenRelease): KubeObject {
  const { name, namespace, revision = 1, status = 'deployed' } = given
  const record = {
    name,
    namespace,
    version: revision,
    info: { status },
    chart: { metadata: { name: given.chart ?? name, version: given.version ?? '1.0.0', appVersion: '1' } },
    config: given.values ?? {},
    manifest: given.manifest ?? '',
  }
  const packed = encodeBase64(gzipSync(JSON.stringify(record)))
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name: `sh.helm.release.v1.${name}.v${revision}`,
      namespace: given.storage ?? namespace,
      labels: { owner: 'helm', name, status, version: String(revision) },
    },
    type: 'helm.sh/release.v1',
    data: { release: encodeBase64(encodeUtf8(packed)) },
  }
}

const noFlags: AdoptFlags = {
  ...way,
  'all-namespaces': false,
  selector: undefined,
  charts: undefined,
  check: false,
  write: false,
  undo: false,
  output: undefined,
  'workload-kubeconfig': undefined,
  'workload-context': undefined,
}

const noHelm: RunHelm = async () => ({ kind: 'missing' })

/** For tests: where the clusters are served, by namespace and name. */
export type AdoptEndpoints = Map<string, Endpoint>

interface AdoptObstacles {
  readonly helm?: RunHelm
  /** Puts something between the person and the management cluster. */
  readonly management?: (api: Api) => Api
}

interface SceneOptions {
  readonly flags?: string
  readonly addOns?: readonly string[]
  readonly endpoints?: AdoptEndpoints
}

function endpointOf(endpoints: AdoptEndpoints, key: string): Endpoint {
  const found = endpoints.get(key)
  if (!found) throw new Error(`${key} is not served`)
  return found
}

/** For tests: a fleet repository, and a simulated fleet with its clusters, which run already. */
export class AdoptScene {
  readonly repository: FleetScene
  readonly fleet: SimulatedFleet

  private constructor(repository: FleetScene, fleet: SimulatedFleet) {
    this.repository = repository
    this.fleet = fleet
  }

  /** With the clusters dev/blue, dev/early and prod/green in Git, of which those that are named run. */
  static async open(
    clusters: readonly string[],
    { flags = '--pattern crs', addOns = ['add metrics-server'], endpoints }: SceneOptions = {},
  ): Promise<AdoptScene> {
    const install = { 'install.yaml': writeDocuments([...wholeFluxRelease()]) }
    const before = ['add cilium cilium.yaml', 'add flux install.yaml']
    const repository = await FleetScene.withFleet(
      `${flags} --flux install.yaml`,
      [...before, ...addOns],
      install,
    )
    // Where they came from is no part of the fleet.
    for (const file of ['install.yaml', 'cilium.yaml']) await rm(join(repository.folder, file))
    const fleet = new SimulatedFleet({
      seed: 1,
      workload: { nodes: 1 },
      ...(endpoints ? { endpointOf: (key: string) => endpointOf(endpoints, key) } : {}),
    })
    for (const id of clusters) {
      const [namespace = '', name = ''] = id.split('/')
      fleet.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
      fleet.put({
        apiVersion: 'cluster.x-k8s.io/v1beta2',
        kind: 'Cluster',
        metadata: { name, namespace, labels: {} },
        spec: await specInGit(repository, namespace, name),
      })
    }
    await fleet.clock.advance(60_000)
    return new AdoptScene(repository, fleet)
  }

  async close(): Promise<void> {
    await this.fleet.stop()
    await this.repository.close()
  }

  workload(id: string): Store {
    const store = this.fleet.workloads.get(id)
    if (!store) throw new Error(`no cluster ${id} runs`)
    return store
  }

  /** Puts objects on a cluster in the name of a program. */
  async put(id: string, manager: string, ...objects: readonly KubeObject[]): Promise<void> {
    const store = this.workload(id)
    const api = store.api('somebody')
    for (const object of objects) {
      const { namespace } = object.metadata
      if (namespace !== undefined)
        putByModel(store, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
      const group = apiGroup(object.apiVersion)
      const found = (await api.discover(object.apiVersion)).find(
        one => one.kind === object.kind && one.group === group,
      )
      if (!found) throw new Error(`${object.apiVersion} ${object.kind} is not served`)
      await api.create(found, object, { fieldManager: manager })
    }
  }

  /** Installs a release as Helm does: its objects, with the marks of Helm, and its Secret. */
  async install(id: string, release: GivenRelease): Promise<void> {
    const { manager = 'helm', name, namespace } = release
    for (const { value } of readDocuments(release.manifest ?? '')) {
      const object = value as unknown as KubeObject
      const marks = { 'meta.helm.sh/release-name': name, 'meta.helm.sh/release-namespace': namespace }
      const { metadata } = object
      const annotations = { ...metadata.annotations, ...marks }
      await this.put(id, manager, { ...object, metadata: { namespace, ...metadata, annotations } })
    }
    await this.put(id, manager, releaseSecret(release))
  }

  /** What the user sees: both streams, then the exit code. */
  async adopt(
    names: string,
    { helm = noHelm, management, ...flags }: Partial<AdoptFlags> & AdoptObstacles = {},
  ): Promise<string> {
    const io = memoryIo({ cwd: this.repository.folder })
    const call = { names: names === '' ? [] : names.split(' '), flags: { ...noFlags, ...flags } }
    try {
      const code = await runOn(this.fleet, setting => runAdopt(call, setting, { helm }), {
        io,
        world: sampleWorld(this.fleet, management ? { management } : {}),
      })
      return `${io.stdout()}${io.stderr()}(exit ${code})\n`
    } catch (error) {
      return `${io.stdout()}${io.stderr()}error: ${error instanceof Error ? error.message : String(error)}\n`
    }
  }
}

// What runs is what Git has.
async function specInGit(repository: FleetScene, environment: string, name: string): Promise<unknown> {
  const text = await repository.read(
    `infrastructure/control-plane-cluster/capi/${environment}/${name}/cluster.yaml`,
  )
  return partOf({ cluster: readGoYaml(text) }, 'cluster')['spec']
}

/** For tests: a helm that has every chart, and renders it to what is given, by the name of the release. */
export function helmWith(manifests: Readonly<Record<string, string>>): RunHelm {
  return async args => {
    if (args[0] !== 'template') return { kind: 'done', out: '' }
    const manifest = manifests[args[1] ?? '']
    return manifest === undefined
      ? { kind: 'failed', cause: 'no such chart' }
      : { kind: 'done', out: manifest }
  }
}
