import { type ChildProcess, execFile } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { FITOUT_USER } from '../add-ons/fitting-out-controller.ts'
import { forbiddenSince, holdersSince, labelChanges, writesOfOthers } from '../add-ons/fitting-out-audit.ts'
import { FitoutDeployment } from '../add-ons/fitout-deployment.ts'
import { type FitoutRelease, releaseChart, releaseCheckout } from '../add-ons/fitout-release.ts'
import type { AuditEvent } from '../control-plane/audit-log.ts'
import { longFitout, longGates } from '../faults/fault-plan.ts'
import { CLUSTERS, PlanScene } from '../faults/plan-scene.ts'
import { Lab } from '../lab.ts'
import { buildTool } from '../programs/build-tool.ts'

/** What a command said, and how it ended. */
export interface Said {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly out: string
  readonly err: string
}

/** One finding of `fitout check`. */
export interface Finding {
  readonly check: string
  readonly result: string
  readonly message: string
  readonly next?: string
}

/** What came of two clusters that were fitted out while something happened. */
export interface Outcome {
  /** Labels that came and went on the Clusters, sorted. */
  readonly labels: readonly string[]
  /** Rules that were broken; two of them: only the leader writes, and the controller asks for nothing that it is not allowed to do. */
  readonly broken: readonly string[]
  /** The pods that held the Lease, the first of them at the beginning. */
  readonly leaders: readonly string[]
  readonly endState: string
}

/** Each gate of each cluster opened once, and none closed. */
export const allOpenedOnce: readonly string[] = CLUSTERS.flatMap(cluster =>
  longGates.map(gate => `${cluster} +${gate}`),
).toSorted()

/** A management cluster with two nodes, a registry with Fitout in it, and two clusters to be fitted out. */
export class InstallationScene extends PlanScene {
  readonly release: FitoutRelease
  /** The address of the chart. */
  readonly chart: string
  readonly deployment: FitoutDeployment

  private constructor(parts: {
    lab: Lab
    clusters: Awaited<ReturnType<typeof PlanScene.prepare>>
    release: FitoutRelease
    chart: string
  }) {
    super(parts.lab, parts.clusters)
    this.release = parts.release
    this.chart = parts.chart
    this.deployment = new FitoutDeployment(parts.lab)
  }

  static async start(name: string): Promise<InstallationScene> {
    const lab = await Lab.start({ name, controlPlanes: [...CLUSTERS], managementHasNodes: true })
    await lab.management.kubelet?.addNode()
    const [clusters, release, chart] = await Promise.all([
      PlanScene.prepare(lab),
      releaseCheckout(lab),
      releaseChart(lab),
    ])
    return new InstallationScene({ lab, clusters, release, chart })
  }

  /** Fits both clusters out from nothing while something happens, and takes it all back afterwards. */
  async fitOut(happens: () => Promise<unknown> = async () => undefined): Promise<Outcome> {
    const { metadata: first } = await this.deployment.leader()
    await this.begin(longFitout())
    await happens()
    await this.untilReady()
    const outcome = {
      labels: labelChanges(this.lab, this.began)
        .filter(change => longGates.some(gate => change.endsWith(gate)))
        .toSorted(),
      broken: [
        ...this.violations({ actorOf }).map(({ rule, sentence }) => `${rule}: ${sentence}`),
        ...writesOfOthers(this.lab, this.began),
        ...forbiddenSince(this.lab, this.began),
      ],
      leaders: [...new Set([first.name, ...holdersSince(this.lab, this.began)])].filter(name => name !== ''),
      endState: await this.endState(),
    }
    await this.reset()
    return outcome
  }

  /** The same while something happens that ends the pod that leads, until another one leads: whichever is faster. */
  async fitOutWithNewLeader(happens: () => Promise<unknown>): Promise<Outcome> {
    return this.fitOut(async () => {
      const former = await this.deployment.leader()
      await happens()
      await this.deployment.leader(former)
    })
  }

  /** Runs the command, of this version or another one, as the administrator of the management cluster. */
  async fitout(words: readonly string[], release = this.release): Promise<Said> {
    return said(this.startFitout(words, release))
  }

  startFitout(words: readonly string[], { command } = this.release): ChildProcess {
    const way = ['--kubeconfig', this.lab.kubeconfigFile, '--context', 'management']
    return execFile(process.execPath, [command, ...words, ...way], { maxBuffer: 64 * 1024 * 1024 })
  }

  /** Installs this version or another one with `fitout install`, and fails unless it then runs. */
  async install(release = this.release): Promise<Said> {
    const answer = await this.fitout(['install', '--image', release.image, '--timeout', '2m'], release)
    if (answer.code !== 0) throw new Error(`cannot install: ${answer.out}${answer.err}`)
    return answer
  }

  async check(): Promise<readonly Finding[]> {
    const { out, err } = await this.fitout(['check', '-o', 'json'])
    if (out === '') throw new Error(err)
    return (JSON.parse(out) as { readonly checks: readonly Finding[] }).checks
  }

  /** The findings of `fitout check` that are not ok: their names and results. */
  async wrong(): Promise<Readonly<Record<string, string>>> {
    const bad = (await this.check()).filter(({ result }) => result !== 'ok')
    return Object.fromEntries(bad.map(({ check, result }) => [check, result]))
  }

  /** Runs Helm, and gives what it prints. */
  async helm(...words: readonly string[]): Promise<string> {
    const way = ['--kubeconfig', this.lab.kubeconfigFile, '--kube-context', 'management']
    // What Helm keeps goes with the lab, and it knows no registry of whoever runs the test.
    const env = {
      PATH: process.env['PATH'],
      HOME: this.lab.folder,
      HELM_CACHE_HOME: `${this.lab.folder}/helm`,
    }
    const { code, out, err } = await said(execFile(await buildTool('helm'), [...words, ...way], { env }))
    if (code !== 0) throw new Error(`cannot run helm ${words.join(' ')}: ${err}`)
    return out
  }
}

// By the account alone: the command that installs calls itself fitout, too.
function actorOf({ user }: Pick<AuditEvent, 'user'>): string {
  return user.username === FITOUT_USER ? 'fitout' : user.username
}

/** Waits for the end of a command. */
export async function said(child: ChildProcess): Promise<Said> {
  const ended = new Promise<Pick<Said, 'code' | 'signal'>>(resolve => {
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
  const [out, err] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
  ])
  return { ...(await ended), out, err }
}
