import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { memoryIo } from './memory-io.ts'
import { runCli } from '../../src/cli/run-cli.ts'

/** For tests: a ClusterClass that asks for a region and takes a number of nodes. */
export const sampleClass = `apiVersion: cluster.x-k8s.io/v1beta2
kind: ClusterClass
metadata: {name: eks}
spec:
  infrastructure:
    templateRef: {apiVersion: infrastructure.cluster.x-k8s.io/v1beta2, kind: AWSClusterTemplate, name: eks}
  controlPlane:
    templateRef: {apiVersion: controlplane.cluster.x-k8s.io/v1beta2, kind: KubeadmControlPlaneTemplate, name: eks}
    machineInfrastructure:
      templateRef: {apiVersion: infrastructure.cluster.x-k8s.io/v1beta2, kind: AWSMachineTemplate, name: eks}
  workers:
    machineDeployments:
    - class: default
      bootstrap:
        templateRef: {apiVersion: bootstrap.cluster.x-k8s.io/v1beta2, kind: KubeadmConfigTemplate, name: eks}
      infrastructure:
        templateRef: {apiVersion: infrastructure.cluster.x-k8s.io/v1beta2, kind: AWSMachineTemplate, name: eks}
  variables:
  - {name: region, required: true, schema: {openAPIV3Schema: {type: string, enum: [eu-west-1, us-east-1]}}}
  - {name: nodes, required: false, schema: {openAPIV3Schema: {type: integer, minimum: 1}}}
`

/** For tests: what a CNI is made of, as far as its proof is concerned. */
export const sampleNetwork = `apiVersion: apps/v1
kind: DaemonSet
metadata: {name: cilium, namespace: kube-system}
spec: {selector: {matchLabels: {app: cilium}}, template: {metadata: {labels: {app: cilium}}, spec: {containers: [{name: agent, image: quay.io/cilium/cilium:v1.20.2}]}}}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: cilium-operator, namespace: kube-system}
spec: {selector: {matchLabels: {app: cilium-operator}}, template: {metadata: {labels: {app: cilium-operator}}, spec: {containers: [{name: operator, image: quay.io/cilium/operator-generic:v1.20.2}]}}}
`

export const GIT = 'https://gitlab.example.com/platform/fleet.git'
const CLASSES = 'infrastructure/control-plane-cluster/classes'

/** For tests: a folder of its own, in which `fitout` writes fleet repositories. */
export class FleetScene {
  readonly folder: string

  private constructor(folder: string) {
    this.folder = folder
  }

  static async open(): Promise<FleetScene> {
    return new FleetScene(await mkdtemp(join(tmpdir(), 'fitout-fleet-')))
  }

  /** A fleet repository with a class, and nothing else. */
  static async withRepository(flags = '', files: Readonly<Record<string, string>> = {}): Promise<FleetScene> {
    const scene = await FleetScene.open()
    await scene.given(files)
    await scene.run(`init --git ${GIT} ${flags}`.trim())
    await scene.given({ [`${CLASSES}/eks.yaml`]: sampleClass, 'cilium.yaml': sampleNetwork })
    return scene
  }

  /** Three clusters in two environments, one before the add-ons and two behind them. */
  static async withFleet(
    flags: string,
    addOns: readonly string[],
    files: Readonly<Record<string, string>> = {},
  ): Promise<FleetScene> {
    const scene = await FleetScene.withRepository(flags, files)
    for (const line of [
      'cluster new early --env dev --set region=eu-west-1',
      ...addOns,
      'cluster new blue --env dev --set region=eu-west-1 --set nodes=3',
      'cluster new green --env prod --set region=us-east-1',
    ]) {
      const said = await scene.run(line)
      if (!said.endsWith('(exit 0)\n')) throw new Error(said)
    }
    return scene
  }

  async close(): Promise<void> {
    await chmod(this.folder, 0o755)
    await rm(this.folder, { recursive: true, force: true })
  }

  async given(files: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(this.folder, name)), { recursive: true })
      await writeFile(join(this.folder, name), content)
    }
  }

  /** What the user sees: both streams, then the exit code. */
  async run(line: string, { stdin = '', below = '', isTerminal = false } = {}): Promise<string> {
    const io = memoryIo({ cwd: join(this.folder, below), stdin, isTerminal })
    const code = await runCli(line.split(' '), io)
    return `$ fitout ${line}\n${io.stdout()}${io.stderr()}(exit ${code})\n`
  }

  read(file: string): Promise<string> {
    return readFile(join(this.folder, file), 'utf8')
  }

  /** The commands that CI runs for a change, as arguments of `fitout`. */
  async checksOfCi(forge: 'gitlab' | 'github'): Promise<readonly string[]> {
    const text = await this.read(forge === 'github' ? '.github/workflows/fleet.yaml' : '.gitlab-ci.yml')
    const [checks = ''] = /fitout init --check[^]*?\n\n/.exec(text) ?? []
    return [...checks.matchAll(/fitout ([^;\n]+)/g)].map(([, line = '']) => line)
  }

  /** Every file below a folder, by path. */
  async files(below = '.'): Promise<ReadonlyMap<string, string>> {
    const entries = await readdir(join(this.folder, below), { recursive: true, withFileTypes: true })
    const paths = entries
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name).slice(this.folder.length + 1))
    return new Map(
      await Promise.all(paths.toSorted().map(async path => [path, await this.read(path)] as const)),
    )
  }

  async copy(): Promise<FleetScene> {
    const scene = await FleetScene.open()
    await cp(this.folder, scene.folder, { recursive: true })
    return scene
  }

  /** Runs a program in the folder; fails with what it said. */
  program(name: string, ...args: readonly string[]): Promise<string> {
    return new Promise((resolve, reject) => {
      execFile(name, args, { cwd: this.folder, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
        if (error) reject(new Error(`${name} ${args.join(' ')}: ${stderr}`))
        else resolve(stdout)
      })
    })
  }
}
