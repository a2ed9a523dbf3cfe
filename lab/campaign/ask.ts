import { load } from 'js-yaml'
import { until } from '../kube/until.ts'
import type { Place } from '../situations/place.ts'
import type { CampaignScene } from './campaign-scene.ts'
import type { Case, CaseResult } from './case.ts'
import type { Advice, Answer } from './judge/answer.ts'
import { falseSentences } from './judge/false-sentences.ts'
import { judgeCause } from './judge/judge-cause.ts'
import { type CommandResult, commandsOf, runCommand } from './judge/shown-commands.ts'
import type { World } from './mutations/mutation.ts'
import type { Watcher } from './watcher.ts'

const FIXED_MS = 45_000

interface Question {
  readonly scene: CampaignScene
  readonly place: Place
  readonly world: World
  readonly watcher: Watcher
  readonly one: Case
  readonly about: Omit<CaseResult, 'kind'>
  /** As people name it: `namespace/name`. */
  readonly cluster: string
}

/** Asks `fitout why` about a step, judges the answer, and does what it says. */
export async function askAbout(question: Question): Promise<CaseResult> {
  const { scene, one, about, cluster, world } = question
  const startedAt = performance.now()
  const printed = await scene.situations
    .shell(`fitout why ${cluster} ${one.id} -o json 2> /dev/null || true`)
    .catch(String)
  const whyMs = performance.now() - startedAt
  const answer = readAnswer(printed)
  if (!answer || !one.mutation) return { ...about, kind: 'error', note: `why said: ${printed.slice(0, 300)}` }
  const verdict = judgeCause(one.base, one.mutation.mutated, answer)
  const falsehoods = await falseSentences(one.base, answer, world)
  const { commands, isFixed } = await followAdvice(question, answer)
  return {
    ...about,
    kind: 'told',
    answer,
    verdict,
    falsehoods,
    commands,
    whyMs,
    ...(isFixed === undefined ? {} : { isFixed }),
  }
}

function readAnswer(printed: string): Answer | undefined {
  try {
    const answer = JSON.parse(printed) as Partial<Answer>
    const { reason = '', sentence = '', evidence = [], next = [] } = answer
    return { ...answer, reason, sentence, evidence, next }
  } catch {
    return undefined
  }
}

interface Followed {
  readonly commands: readonly CommandResult[]
  readonly isFixed?: boolean
}

// Looks first: what is looked at must be as it was when it was shown.
async function followAdvice({ scene, one, watcher, world }: Question, { next }: Answer): Promise<Followed> {
  const shell = (script: string) => scene.situations.shell(script)
  const { looks, changes } = commandsOf(next)
  const commands: CommandResult[] = []
  for (const command of looks) commands.push(await runCommand(shell, command))
  const patches = next.filter(({ patch, command }) => patch !== undefined && command === undefined)
  if (changes.length === 0 && patches.length === 0) return { commands }
  for (const command of changes) commands.push(await runCommand(shell, command))
  for (const advice of patches) await applyPatch(advice, one, world).catch(() => undefined)
  const isReady = async () => watcher.told(one.id)?.state === 'Ready' && watcher.isWell(one.id)
  const isFixed = await until(`${one.id} is fixed`, isReady, FIXED_MS).catch(() => false)
  return { commands, isFixed }
}

// A patch is for the object that its text names: the one of the base whose kind and name stand there.
async function applyPatch({ text, patch = '' }: Advice, { base }: Case, world: World): Promise<void> {
  const part = base.parts.find(
    ({ object }) => text.includes(object.kind) && text.includes(object.metadata.name),
  )
  if (!part) throw new Error(`cannot tell what the patch of "${text}" is for`)
  const isManagement = part.way === 'management'
  const object = isManagement
    ? { ...part.object, metadata: { name: part.object.metadata.name, namespace: world.namespace } }
    : part.object
  await world[isManagement ? 'management' : 'workload'].patch(object, load(patch) as object)
}
