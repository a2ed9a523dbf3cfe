import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { load } from 'js-yaml'
import { type ObjectRef, ref } from '../kube/kube-object.ts'
import { until } from '../kube/until.ts'
import type { Lab, LabCluster } from '../lab.ts'
import { fitoutCommand } from '../add-ons/fitout-command.ts'
import { bindingRef, entryOf, setRef, stateOf } from './cluster-resource-set/scene.ts'

const run = promisify(execFile)

interface PackRecord {
  readonly resourceSets: readonly {
    readonly name: string
    readonly strategy: 'ApplyOnce' | 'Reconcile'
    readonly configMaps: readonly {
      readonly name: string
      readonly bytes: number
      readonly hash: string
      readonly objects: readonly string[]
    }[]
  }[]
}

/** The root of a fleet repository beside a lab: packs are made here by `fitout` itself and applied by the real kubectl. */
export class FleetFolder {
  readonly path: string
  readonly #lab: Lab

  private constructor(lab: Lab, name: string) {
    this.#lab = lab
    this.path = join(lab.folder, name)
  }

  /** Stories that share a lab have folders of different names. */
  static async create(lab: Lab, name = 'fleet'): Promise<FleetFolder> {
    const folder = new FleetFolder(lab, name)
    const bin = join(lab.folder, 'bin')
    await mkdir(folder.path, { recursive: true })
    await mkdir(bin, { recursive: true })
    await rm(join(bin, 'kubectl'), { force: true })
    await symlink(lab.site.programs.kubectl, join(bin, 'kubectl'))
    await writeFile(join(bin, 'fitout'), `#!/bin/sh\nexec '${process.execPath}' '${fitoutCommand}' "$@"\n`, {
      mode: 0o755,
    })
    return folder
  }

  /** Takes the clusters of a story away, and all packs: the next story may have packs of the same names. */
  async remove(...clusters: readonly LabCluster[]): Promise<void> {
    await Promise.all(clusters.map(cluster => this.#lab.deleteCluster(cluster)))
    await this.shell(
      'kubectl delete clusterresourcesets --all && kubectl delete configmaps -l fitout.dev/pack',
    )
  }

  async write(file: string, text: string): Promise<void> {
    await writeFile(join(this.path, file), text)
  }

  /** Runs a command line and gives what it said, on both streams; fails as the command does. */
  async shell(script: string): Promise<string> {
    const { folder, kubeconfigFile } = this.#lab
    const env = {
      ...process.env,
      PATH: [join(folder, 'bin'), process.env['PATH']].join(delimiter),
      KUBECONFIG: kubeconfigFile,
      // What kubectl learnt of a server stays true only as long as the lab has that port.
      KUBECACHEDIR: join(folder, 'kubectl-cache'),
    }
    const options = { cwd: this.path, env, maxBuffer: 64 * 1024 * 1024 }
    // Without its own settings: bash reads them if it takes a pipe for a network connection.
    const { stdout, stderr } = await run('bash', ['--norc', '-euo', 'pipefail', '-c', script], options)
    return stdout + stderr
  }

  async apply(pack: string): Promise<void> {
    await this.shell(`kubectl apply -k infrastructure/packs/${pack}`)
  }

  /** Lets a cluster have a pack, by the label that the pack selects by default. */
  async label(cluster: LabCluster, pack: string): Promise<void> {
    await this.#lab.management.api.patch(cluster.ref, {
      metadata: { labels: { [`${pack}.fitout.dev/enabled`]: 'true' } },
    })
  }

  /** What the binding of a cluster should say of each source: the hashes in the record of the pack. */
  async predicted(pack: string): Promise<Readonly<Record<string, string>>> {
    const sources = (await this.#record(pack)).resourceSets.flatMap(set => set.configMaps)
    return Object.fromEntries(sources.map(({ name, hash }) => [name, hash]))
  }

  /**
   * Waits until the binding of a cluster says of every source what the record of the pack predicts.
   *
   * Of a source that is applied once it continues saying what it said the first time.
   */
  async untilDelivered(pack: string, cluster: LabCluster, withinMs = 300_000): Promise<void> {
    const { resourceSets } = await this.#record(pack)
    const sources = resourceSets.flatMap(({ strategy, configMaps }) =>
      configMaps.map(({ name, hash }) => ({ name, hash, strategy })),
    )
    await until(
      `${pack} is delivered`,
      async () => {
        const found = await this.delivered(pack, cluster)
        const isThere = sources.every(({ name, hash, strategy }) =>
          strategy === 'ApplyOnce' ? found[name]?.startsWith('sha256:') : found[name] === hash,
        )
        if (!isThere) throw new Error(JSON.stringify(found))
        return true
      },
      withinMs,
    )
    for (const { name } of resourceSets) {
      await until(`ClusterResourceSet ${name} says that all is applied`, async () => {
        return stateOf(await this.#lab.management.api.get(setRef(name))) === 'True/Applied'
      })
    }
  }

  /** What the binding of a cluster says of each source: its hash once it is applied. */
  async delivered(pack: string, cluster: LabCluster): Promise<Readonly<Record<string, string>>> {
    const binding = await this.#lab.management.api.get(bindingRef(cluster.ref.metadata.name))
    const sources = (await this.#record(pack)).resourceSets.flatMap(
      ({ name }) => entryOf(binding, name)?.resources ?? [],
    )
    return Object.fromEntries(
      sources.map(({ name, applied, hash = 'no hash' }) => [name, applied ? hash : 'not applied']),
    )
  }

  /** The objects of a pack, as its record lists them. */
  async objects(pack: string): Promise<readonly ObjectRef[]> {
    const { resourceSets } = await this.#record(pack)
    const lines = resourceSets.flatMap(set => set.configMaps.flatMap(({ objects }) => objects))
    return lines.map(line => {
      const [apiVersion = '', kind = '', path = ''] = line.split(' ')
      return ref(apiVersion, kind, path)
    })
  }

  /** The bytes of manifests in a pack. */
  async bytes(pack: string): Promise<number> {
    const sources = (await this.#record(pack)).resourceSets.flatMap(set => set.configMaps)
    return sources.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  async #record(pack: string): Promise<PackRecord> {
    const file = join(this.path, 'infrastructure', 'packs', pack, 'pack.yaml')
    return load(await readFile(file, 'utf8')) as PackRecord
  }
}
