import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { sampleNetwork } from '../../test/cli/fleet-scene.ts'
import { fluxRelease, writeInstallYaml } from '../add-ons/flux-release.ts'
import { stepsOfCluster } from '../add-ons/steps-of-cluster.ts'
import type { Lab } from '../lab.ts'
import { type Chart, chart } from '../servers/chart.ts'
import type { ClusterApis } from './fleet-changes.ts'
import { ciliumNodes, labClass } from './fleet-class.ts'
import { FleetFolder } from './fleet-folder.ts'

const REPOSITORY = 'fleet'

/** A cluster of a fleet: its name, and its environment, which is its namespace, too. */
export interface FleetCluster {
  readonly name: string
  readonly environment: string
}

/** The chart of the add-on that a team has of its own. */
export const webChart: Chart = chart('web', '1.0.0', {
  'values.yaml': 'greeting: hello\n',
  'templates/deployment.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: docker.io/library/web:1, args: [{{ .Values.greeting | quote }}]}]}
`,
})

const webAddOn = (registry: string) => `apiVersion: fitout.dev/v1alpha1
kind: AddOn
name: web
summary: What every cluster says
version: ${webChart.version}
namespace: web
releases:
- {name: web, chart: {url: 'oci://${registry}/charts/web'}, values: {greeting: hello}}
proof: {preset: helm-release, with: {name: web, namespace: flux-system}}
`

/** A fleet repository of one pattern in a lab, written by the real command and pushed to the lab's Git server. */
export class FleetPattern {
  readonly #lab: Lab
  readonly #folder: FleetFolder
  readonly #clusters: readonly FleetCluster[]

  private constructor(lab: Lab, folder: FleetFolder, clusters: readonly FleetCluster[]) {
    this.#lab = lab
    this.#folder = folder
    this.#clusters = clusters
  }

  /** Writes the repository, with a network that is packed, Flux, an add-on of its own, and the clusters. */
  static async write(lab: Lab, init: string, clusters: readonly FleetCluster[]): Promise<FleetPattern> {
    const [, name = ''] = /--pattern (\S+)/.exec(init) ?? []
    const folder = await FleetFolder.create(lab, name)
    const aside = join(lab.folder, 'downloads')
    await mkdir(aside, { recursive: true })
    await writeFile(join(aside, 'install.yaml'), writeInstallYaml(await fluxRelease('2.9')))
    await writeFile(join(aside, 'cilium.yaml'), `${sampleNetwork}---\n${JSON.stringify(ciliumNodes)}\n`)
    const fleet = new FleetPattern(lab, folder, clusters)
    // What another pattern left there goes: this repository begins again.
    await fleet.shell(`git clone --quiet ${lab.git.url(REPOSITORY)} .
      git rm --quiet -r --ignore-unmatch .
      fitout init ${init} --env dev,prod --credentials none --flux ${aside}/install.yaml
      mkdir -p add-ons`)
    const classes = labClass().map(object => JSON.stringify(object))
    await folder.write(
      'infrastructure/control-plane-cluster/classes/eks.yaml',
      `${classes.join('\n---\n')}\n`,
    )
    await folder.write('add-ons/web.yaml', webAddOn(lab.registry.host))
    const created = clusters.map(
      ({ name: cluster, environment }) =>
        `fitout cluster new ${cluster} --env ${environment} --set region=eu-west-1`,
    )
    // The lab's registry has no certificate.
    // Where Flux comes to clusters as a pack, it is made of the release.
    const flux = name === 'crs' ? ` ${aside}/install.yaml` : ''
    await fleet.shell(`fitout add cilium ${aside}/cilium.yaml
      fitout add flux${flux}
      fitout add web
      ${created.join('\n')}
      { grep -rl '^  layerSelector:' clusters systems infrastructure/sources 2>/dev/null || true; } | xargs --no-run-if-empty sed -i 's#^  layerSelector:#  insecure: true\\n&#'`)
    return fleet
  }

  /** Runs a command line at the root of the repository, as a person who can commit. */
  shell(script: string): Promise<string> {
    return this.#folder.shell(`${gitIdentity}\n${script}`)
  }

  /** Runs a command line and gives what it wrote for programs, without what it said to people. */
  async data(script: string): Promise<string> {
    const file = join(this.#lab.folder, 'data.out')
    await this.shell(`{ ${script}; } > ${file}`)
    return readFile(file, 'utf8')
  }

  /** Commits all that has changed, pushes it, and gives the commit. */
  async push(message: string): Promise<string> {
    await this.shell(`git add --all
      git commit --quiet --message '${message}'
      git push --quiet origin HEAD:main`)
    return (await this.shell('git rev-parse HEAD')).trim()
  }

  /** Runs what the README says under a heading, for a cluster in the place of its `team-1`. */
  async followReadme(
    heading: RegExp,
    cluster: FleetCluster = { name: 'team-1', environment: 'dev' },
  ): Promise<void> {
    const readme = await readFile(join(this.#folder.path, 'README.md'), 'utf8')
    const section = readme.split(/^## /m).find(text => heading.test(text.split('\n')[0] ?? ''))
    const [, commands] = /```sh\n(.*?)```/s.exec(section ?? '') ?? []
    if (commands === undefined) throw new Error(`cannot find ${heading} in README.md`)
    const own = commands
      .replaceAll('--namespace dev', `--namespace ${cluster.environment}`)
      .replaceAll('team-1', cluster.name)
      .replaceAll('/tmp/', `${this.#lab.folder}/`)
      .replaceAll('<token>', 'a-token-of-gitlab')
    await this.shell(own)
  }

  /**
   * Runs the job of a cluster in the generated CI file, as a runner does: in a clone of its own with the commit checked
   * out, and with the kubeconfig of the cluster in its environment.
   */
  async runApplyJob({ name }: FleetCluster, commit: string): Promise<string> {
    const file = load(await readFile(join(this.#folder.path, '.gitlab', 'ci', `apply-${name}.yml`), 'utf8'))
    const { script } = (file as Record<string, { readonly script: readonly string[] }>)[`apply-${name}`] ?? {
      script: [],
    }
    const clone = join(this.#lab.folder, 'builds', `${name}-${commit.slice(0, 8)}`)
    return this.shell(`git clone --quiet --no-checkout ${this.#lab.git.url(REPOSITORY)} ${clone}
      cd ${clone}
      git checkout --quiet --detach ${commit}
      export CI_COMMIT_BRANCH=main KUBECONFIG=${this.#lab.folder}/${name}.kubeconfig
      ${script.join('\n')}`)
  }

  /** Waits until Fitout says that every cluster is Ready, and returns what it says about the steps of each. */
  async untilReady(): Promise<Readonly<Record<string, readonly string[]>>> {
    const names = this.#clusters.map(({ name, environment }) => `${environment}/${name}`)
    await this.shell(`fitout wait ${names.join(' ')} --timeout 10m`)
    return Object.fromEntries(
      await Promise.all(
        names.map(async path => [path, await stepsOfCluster(this.#lab.management.api, path)] as const),
      ),
    )
  }

  /** The API servers of the clusters, by name, once Cluster API is connected to them. */
  async connected(): Promise<ClusterApis> {
    const pairs = await Promise.all(
      this.#clusters.map(async ({ name, environment }) => {
        const { controlPlane } = await this.#lab.untilConnected(name, environment)
        return [name, controlPlane.api] as const
      }),
    )
    return new Map(pairs)
  }
}

const gitIdentity =
  'export GIT_AUTHOR_NAME=lab GIT_AUTHOR_EMAIL=lab@fitout.dev GIT_COMMITTER_NAME=lab GIT_COMMITTER_EMAIL=lab@fitout.dev'
