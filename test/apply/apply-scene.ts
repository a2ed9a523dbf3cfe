import type { ApplyFlags } from '../../src/cli/apply/apply-request.ts'
import { runApply } from '../../src/cli/apply/run-apply.ts'
import type { ExitCode } from '../../src/cli/command/exit-code.ts'
import { Refusal } from '../../src/cli/command/refusal.ts'
import { sayRefusal } from '../../src/cli/command/say.ts'
import type { Link } from '../../src/fleet/link/link.ts'
import { liveFleet } from '../../src/fleet/read/live-fleet.ts'
import type { Repository } from '../../src/cli/git/repository.ts'
import type { Api } from '../../src/engine/api/api.ts'
import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import { seededRandom } from '../../src/simulator/clock/seeded-random.ts'
import { VirtualClock } from '../../src/simulator/clock/virtual-clock.ts'
import { Store } from '../../src/simulator/store/store.ts'
import { putByModel } from '../../src/simulator/models/model-write.ts'
import { memoryIo } from '../cli/memory-io.ts'
import { refuseCall } from '../../src/cli/fleet/refuse-call.ts'

/** The flags of somebody who names a cluster and nothing else. */
const usualFlags: ApplyFlags = {
  kubeconfig: undefined,
  context: undefined,
  namespace: undefined,
  cluster: 'blue',
  shared: undefined,
  branch: undefined,
  all: false,
  'allow-empty': false,
  'allow-rollback': false,
  'dry-run': false,
  timeout: '5m',
  output: 'text',
}

/** One run of the command. */
export interface ApplyJob {
  readonly repository: Repository
  readonly flags?: Partial<ApplyFlags>
  readonly paths?: readonly string[]
  readonly stdin?: string
  /** Puts something between the job and the cluster. */
  readonly between?: (api: Api) => Api
  /** Told to end when it resolves. */
  readonly stopped?: Promise<void>
}

/** What a job printed, and how it ended. */
export interface JobEnd {
  /** Undefined for one that was killed. */
  readonly exitCode: ExitCode | undefined
  readonly out: string
  readonly err: string
}

/** A job that is under way. */
export interface StartedJob {
  readonly isOver: () => boolean
  readonly end: Promise<JobEnd>
}

/** For tests: a workload cluster in memory, and jobs that apply to it. */
export class ApplyScene {
  readonly clock = new VirtualClock()
  readonly store: Store
  #jobs = 0

  constructor(seed = 1) {
    this.store = new Store({ clock: this.clock, random: seededRandom(seed) })
  }

  put(...objects: readonly KubeObject[]): void {
    for (const object of objects) putByModel(this.store, object)
  }

  /** The object as it is now; `kind` as in `apps/v1 Deployment`. */
  get(kind: string, key: string): KubeObject | undefined {
    const [apiVersion = '', name = ''] = kind.split(' ')
    const found = this.store.kinds.named(apiVersion, name)
    return found && this.store.table(found).get(key)
  }

  /** Starts a job. Time must pass for it to go on. */
  start({ repository, flags, paths = [], stdin = '', between = api => api, stopped }: ApplyJob): StartedJob {
    this.#jobs += 1
    const number = this.#jobs
    const io = { ...memoryIo({ stdin }), whenStopped: () => stopped ?? new Promise<void>(() => {}) }
    const link = this.#link(between(this.store.api(`job-${number}`)), number)
    const world = { connect: async () => liveFleet(link), clock: this.clock, terminal: async () => undefined }
    let isOver = false
    const running = runApply(
      { paths, flags: { ...usualFlags, ...flags } },
      { io, world, openRepository: async () => repository, identity: () => `job ${number}` },
    )
    const end = running
      .catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        sayRefusal(io, error)
        return error.exitCode
      })
      .then(exitCode => ({ exitCode, out: io.stdout(), err: io.stderr() }))
      .finally(() => (isOver = true))
    // Whoever waits for it hears of the failure; who does not must not be ended by it.
    end.catch(() => undefined)
    return { isOver: () => isOver, end }
  }

  /** Runs a job to its end. */
  async run(job: ApplyJob): Promise<JobEnd> {
    const started = this.start(job)
    await this.clock.runUntil(started.isOver, 3_600_000)
    return started.end
  }

  #link(management: Api, seed: number): Link {
    return {
      management,
      workloads: {
        connect: () => {
          throw new Error('cannot connect: apply knows one cluster')
        },
      },
      clock: this.clock,
      random: seededRandom(seed),
      context: 'blue',
      address: '10.0.0.1:6443',
      namespace: 'default',
      whyUnreachable: async () => 'connection refused',
      reviewAccess: async () => true,
      whyNotTrusted: async () => 'its certificate expired at 2026-11-01T00:00:00Z',
      refusal: refuseCall,
      close: () => undefined,
    }
  }
}
