import { load } from 'js-yaml'
import { clusterRef } from '../cluster-api/cluster-objects.ts'
import { CLUSTER_NAME } from '../situations/place.ts'
import type { CampaignScene } from './campaign-scene.ts'
import type { Case, CaseResult } from './case.ts'
import type { Advice, Answer } from './judge/answer.ts'
import { falseSentences } from './judge/false-sentences.ts'
import { judgeCause } from './judge/judge-cause.ts'
import { type CommandResult, commandsOf, runChange, runLook } from './judge/shown-commands.ts'
import type { World } from './mutations/mutation.ts'

const EXPECTED_MS = 120_000

interface Question {
  readonly scene: CampaignScene
  readonly world: World
  readonly one: Case
  readonly about: Omit<CaseResult, 'kind'>
  /** As people name it: `namespace/name`. */
  readonly cluster: string
}

/** Asks `fitout why` about a step, judges the answer, and runs every shown command that only looks. */
export async function askAbout(question: Question): Promise<CaseResult> {
  const { scene, one, about, world } = question
  const { printed, answer, whyMs } = await ask(question)
  if (!answer || !one.mutation) return { ...about, kind: 'error', note: `why said: ${printed.slice(0, 300)}` }
  const verdict = judgeCause(one.base, one.mutation.mutated, answer)
  const falsehoods = await falseSentences(one.base, answer, world)
  const commands: CommandResult[] = []
  for (const command of commandsOf(answer.next).looks)
    commands.push(await runLook(script => scene.situations.shell(script), command))
  return { ...about, kind: 'told', answer, verdict, falsehoods, commands, whyMs }
}

interface Asked {
  readonly printed: string
  readonly answer: Answer | undefined
  readonly whyMs: number
}

// A machine that is busy may take longer to settle than the campaign waits: what is known to come is waited for.
async function ask(question: Question): Promise<Asked> {
  const { expects, base, mutation } = question.one
  const deadline = performance.now() + EXPECTED_MS
  for (;;) {
    const asked = await askOnce(question)
    const verdict = asked.answer && mutation ? judgeCause(base, mutation.mutated, asked.answer) : undefined
    if (expects === undefined || verdict === expects || performance.now() > deadline) return asked
  }
}

async function askOnce({ scene, one, cluster }: Question): Promise<Asked> {
  const startedAt = performance.now()
  const why = async (step: string) =>
    scene.situations.shell(`fitout why ${cluster} ${step} -o json 2> /dev/null || true`).catch(String)
  const told = await why(one.id)
  // A cluster that no Fitout selects has no steps to ask about.
  const printed = told.trim() === '' ? await why('') : told
  return { printed, answer: readAnswer(printed), whyMs: performance.now() - startedAt }
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

function isPatch({ patch, command }: Advice): boolean {
  return patch !== undefined && command === undefined
}

/** Runs every shown command that changes something, and applies every shown patch. Gives nothing if there is none. */
export async function followAdvice(
  { scene, one, world }: Pick<Question, 'scene' | 'one' | 'world'>,
  { next }: Answer,
): Promise<readonly CommandResult[] | undefined> {
  const changes = new Set(commandsOf(next).changes)
  const todo = next.filter(one => isPatch(one) || changes.has(one.command ?? ''))
  if (todo.length === 0) return undefined
  const commands: CommandResult[] = []
  // In the order in which it is shown: what comes later may need what comes first.
  for (const advice of todo) {
    if (!isPatch(advice)) {
      commands.push(await runChange(script => scene.situations.terminal(script), advice.command ?? ''))
      continue
    }
    const failure = await applyPatch(advice, one, world).then(() => undefined, String)
    if (failure !== undefined)
      commands.push({
        command: advice.text,
        isChange: true,
        isMisnamed: false,
        failure: failure.slice(0, 300),
      })
  }
  return commands
}

// A patch is for the object that its text names: the one of the base whose kind and name stand there.
async function applyPatch({ text, patch = '' }: Advice, { base }: Case, world: World): Promise<void> {
  if (/\bCluster [\w-]+\//.test(text)) {
    await world.management.patch(clusterRef(CLUSTER_NAME, world.namespace), load(patch) as object)
    return
  }
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
