import type { Repository } from '../../src/cli/git/repository.ts'
import { isFields } from '../../src/domain/object/fields.ts'
import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import { seededRandom } from '../../src/simulator/clock/seeded-random.ts'
import { ApplyScene, type StartedJob } from './apply-scene.ts'
import { faultyWay } from './faulty-job.ts'
import { ModelGit } from './model-git.ts'
import type { Edit, Pipeline, Step } from './steps.ts'
import { type Wanted, filesOf, isGood } from './wanted-objects.ts'

/** How a history ended. */
export interface PlayedHistory {
  readonly scene: ApplyScene
  /** What the newest commit has. */
  readonly wanted: Wanted
  /** What strangers made, as they made it. */
  readonly strangers: readonly KubeObject[]
  readonly last: { readonly exitCode: number | undefined; readonly err: string }
  /** What all jobs said, for whoever looks for the reason. */
  readonly log: readonly string[]
}

/** Plays a history on a cluster in memory: commits and jobs as they come, and one good job for the newest commit at the end. */
export async function playHistory(given: {
  readonly seed: number
  readonly steps: readonly Step[]
  readonly movedBack: number
  readonly last: 1 | 2 | undefined
}): Promise<PlayedHistory> {
  const player = new Player(given.seed)
  for (const step of given.steps) await player.play(step)
  if (given.movedBack > 0) await player.play(goodPipeline)
  if (given.movedBack > 0) await player.play({ kind: 'force-push', back: given.movedBack })
  return player.finish(given.last)
}

const goodPipeline: Step = {
  kind: 'pipeline',
  back: 0,
  isStale: false,
  depth: undefined,
  isOffline: false,
  fault: { kind: 'none' },
  isParallel: false,
}

class Player {
  readonly #scene: ApplyScene
  readonly #random: () => number
  readonly #git = new ModelGit()
  readonly #states = new Map<string, Wanted>()
  readonly #pushes: {
    readonly commit: string
    readonly clones: ReadonlyMap<number | undefined, Repository>
  }[] = []
  readonly #strangers: KubeObject[] = []
  readonly #log: string[] = []
  readonly #jobs: { readonly job: StartedJob; readonly what: string }[] = []

  constructor(seed: number) {
    this.#scene = new ApplyScene(seed)
    this.#random = seededRandom(seed)
    releaseHeld(this.#scene)
    this.#push(this.#commit(new Map(), []))
  }

  async play(step: Step): Promise<void> {
    switch (step.kind) {
      case 'commit':
        return this.#push(this.#commit(edited(this.#state(), step.edits), [this.#git.tip]))
      case 'merge':
        return this.#merge(step.back, step.edits)
      case 'revert':
        return this.#push(this.#commit(this.#state(this.#ancestor(step.back)), [this.#git.tip]))
      case 'force-push':
        return this.#push(this.#ancestor(step.back))
      case 'rewrite': {
        const base = this.#ancestor(step.back)
        return this.#push(this.#commit(edited(this.#state(base), step.edits), [base]))
      }
      case 'pipeline':
        return this.#pipeline(step)
      case 'wait':
        return this.#scene.clock.advance(step.seconds * 1000)
      case 'stranger':
        return this.#stranger(step)
    }
  }

  async finish(depth: 1 | 2 | undefined): Promise<PlayedHistory> {
    if (!isGood(this.#state())) {
      const edits: readonly Edit[] = [{ kind: 'remove', name: 'bad default/wrong' }]
      this.#push(this.#commit(edited(this.#state(), edits), [this.#git.tip]))
    }
    const commit = this.#git.tip
    const repository = this.#git.clone({ commit, ...(depth === undefined ? {} : { depth }) })
    const last = await this.#scene.run({ repository, flags: { timeout: '15m' } })
    this.#log.push(`last: exit ${last.exitCode}\n${last.err}`)
    // Those that stood still wake up now, and must do no harm.
    await this.#scene.clock.advance(1_800_000)
    for (const { job, what } of this.#jobs)
      if (job.isOver()) this.#log.push(`${what}: ${(await job.end).err}`)
    return { scene: this.#scene, wanted: this.#state(), strangers: this.#strangers, last, log: this.#log }
  }

  #state(commit = this.#git.tip): Wanted {
    return this.#states.get(commit) ?? new Map()
  }

  #commit(wanted: Wanted, parents: readonly string[]): string {
    const commit = this.#git.commit(filesOf(wanted), parents)
    this.#states.set(commit, wanted)
    return commit
  }

  #push(commit: string): void {
    this.#git.push(commit)
    const clones = [undefined, 1, 2].map(
      depth => [depth, this.#git.clone({ commit, ...(depth === undefined ? {} : { depth }) })] as const,
    )
    this.#pushes.push({ commit, clones: new Map(clones) })
  }

  #merge(back: number, edits: readonly Edit[]): void {
    const base = this.#ancestor(back)
    const side = this.#commit(edited(this.#state(base), edits), [base])
    this.#push(this.#commit(edited(this.#state(), edits), [this.#git.tip, side]))
  }

  #ancestor(back: number): string {
    let commit = this.#git.tip
    for (let left = back; left > 0; left--) commit = this.#git.parents(commit)[0] ?? commit
    return commit
  }

  async #pipeline({ back, isStale, depth, isOffline, fault, isParallel }: Pipeline): Promise<void> {
    const push = this.#pushes.at(-1 - (back % this.#pushes.length))
    if (!push) return
    const { commit } = push
    const now = this.#git.clone({ commit, isOffline, ...(depth === undefined ? {} : { depth }) })
    const repository = (isStale ? push.clones.get(depth) : undefined) ?? now
    const delay = (): number => Math.floor(this.#random() * 400)
    const job = this.#scene.start({ repository, between: faultyWay(this.#scene.clock, fault, delay) })
    this.#jobs.push({
      job,
      what: `job of ${commit.slice(0, 8)} ${JSON.stringify({ isStale, depth, isOffline, fault })}`,
    })
    // One that was killed is never over: CI gives up on it.
    if (!isParallel) await this.#scene.clock.runUntil(job.isOver, 600_000)
    else await this.#scene.clock.advance(Math.floor(this.#random() * 20_000))
  }

  // While no job is at work: no server can delete a namespace only if it is empty, so what comes in between a look and the
  // deletion goes with it. The guide says so.
  async #stranger({ what, number }: Extract<Step, { kind: 'stranger' }>): Promise<void> {
    await this.#scene.clock.runUntil(() => this.#jobs.every(({ job }) => job.isOver()), 600_000)
    const [kind = '', home = 'default'] = what.split(' ')
    const namespace = this.#scene.get('v1 Namespace', home)
    if (!namespace || namespace.metadata.deletionTimestamp !== undefined) return
    const metadata = { name: `theirs-${number}`, namespace: home }
    const isWidget = kind === 'widget'
    const definition = this.#scene.get(
      'apiextensions.k8s.io/v1 CustomResourceDefinition',
      'widgets.example.com',
    )
    if (isWidget && (!isEstablished(definition) || definition?.metadata.deletionTimestamp !== undefined))
      return
    const object = isWidget
      ? { apiVersion: 'example.com/v1', kind: 'Widget', metadata, spec: {} }
      : { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: {} }
    const type = `${object.apiVersion} ${object.kind}`
    if (this.#scene.get(type, `${home}/${metadata.name}`)) return
    this.#scene.put(object)
    const made = this.#scene.get(type, `${home}/${metadata.name}`)
    if (made) this.#strangers.push(made)
  }
}

function isEstablished(definition: KubeObject | undefined): boolean {
  const status = definition?.['status']
  return isFields(status) && Array.isArray(status['conditions'])
}

function edited(wanted: Wanted, edits: readonly Edit[]): Wanted {
  const next = new Map(wanted)
  for (const edit of edits) {
    const before = next.get(edit.name)
    if (edit.kind === 'remove') next.delete(edit.name)
    else if (edit.kind === 'set') next.set(edit.name, { file: before?.file ?? 0, value: edit.value })
    else if (before) next.set(edit.name, { ...before, file: edit.file })
  }
  return next
}

const SLOW_MS = 40_000

/** Lets go of objects with our finalizer a while after they were deleted, as a controller that cleans up. */
function releaseHeld({ store, clock }: ApplyScene): void {
  store.attach({
    changed: (kind, { after }) => {
      if (
        after?.metadata.deletionTimestamp === undefined ||
        !after.metadata.finalizers?.includes('example.com/held')
      )
        return
      clock.after(SLOW_MS, () => {
        const now = store.find(kind, after.metadata.namespace, after.metadata.name)
        if (now?.metadata.uid !== after.metadata.uid || now?.metadata.deletionTimestamp === undefined) return
        const finalizers = (now.metadata.finalizers ?? []).filter(each => each !== 'example.com/held')
        const key = `${now.metadata.namespace}/${now.metadata.name}`
        store.commit(kind, {
          key,
          after: finalizers.length === 0 ? undefined : { ...now, metadata: { ...now.metadata, finalizers } },
        })
      })
    },
    restored: () => undefined,
  })
}
