import { qualifiedName } from '../../domain/object/qualified-name.ts'
import type { FitoutStep } from '../../domain/api/schema/fitout-schema.ts'
import { nameVariables } from '../../domain/hand-over/cluster-identity.ts'
import type { ObservedCluster, StepProof } from '../../domain/plan/cluster-facts.ts'
import { foldStability, type Stability, type StabilityMemory } from '../../domain/proof/fold-stability.ts'
import { judgeProof, RECONCILE_COST } from '../../domain/proof/judge/judge-proof.ts'
import { proofHash } from '../../domain/proof/proof-hash.ts'
import { queriesOf } from '../../domain/proof/read/queries-of.ts'
import type { ProofReading, QueryAnswer, UnreadPart } from '../../domain/proof/read/query.ts'
import { formatProofProblem } from '../../domain/proof/resolve/proof-problem.ts'
import { resolveProof } from '../../domain/proof/resolve/resolve-proof.ts'
import type { Call } from '../../engine/api/api.ts'
import { viewProblem } from '../views/view-problem.ts'
import type { WorkloadView } from '../views/workload-view.ts'
import type { Dependencies, ProofMemory } from './dependencies.ts'
import type { StepContext } from './step-context.ts'
import { readCluster } from '../management/read-cluster.ts'

/** What a proof says, and when to look again. */
export interface GatheredProof {
  readonly proof: StepProof
  /** In how many milliseconds it can have held long enough. */
  readonly dueInMs: number | undefined
  /** Why part of it could not be read. */
  readonly unread: UnreadPart | undefined
  /** For how long nothing was heard of that part, in milliseconds. */
  readonly unheardMs: number
}

/** Reads what the proof of a step asks for, judges it, and says whether it has held long enough. */
export async function gatherProof(
  { dependencies, request, view }: StepContext,
  step: FitoutStep,
): Promise<GatheredProof> {
  const { world, proofs } = dependencies
  const { cluster: object, fitout, call } = request
  const fresh = request.fresh.has(step.name)
  const cluster = readCluster(object)
  const index = fitout.spec.steps.indexOf(step)
  const resolution = resolveProof(step.proof, {
    variables: nameVariables(cluster),
    path: ['spec', 'steps', index, 'proof'],
  })
  if (!resolution.ok) {
    const [problem] = resolution.problems
    const sentence = `Proof cannot be read: ${problem ? formatProofProblem(problem) : 'it is invalid'}`
    return {
      proof: { health: 'Unknown', isStable: false, brokenForMs: 0, sentence, evidence: [] },
      dueInMs: undefined,
      unread: undefined,
      unheardMs: 0,
    }
  }
  const { proof } = resolution
  const reading = await readProof({ view, proofs, namespace: cluster.namespace }, proof, { ...call, fresh })
  const costLimit = Math.floor(RECONCILE_COST / fitout.spec.steps.length)
  const verdict = judgeProof(proof, reading, { costLimit })
  const nowMs = world.clock.elapsed()
  const { stability, brokenForMs } = remember(dependencies, { cluster, step: step.name }, memory =>
    foldStability(memory, {
      of: `${cluster.uid} ${proofHash(proof)}`,
      health: verdict.health,
      stableForMs: proof.stableForMs,
      nowMs,
    }),
  )
  // What was seen to be wrong is wrong, whatever else could not be seen.
  const unread = verdict.health === 'Unknown' ? verdict.unread : undefined
  return {
    proof: {
      health: verdict.health,
      isStable: stability.holds,
      brokenForMs,
      sentence: verdict.sentence,
      ...(unread ? { readError: unread.readError } : {}),
      evidence: verdict.evidence.map(({ on, ...one }) => ({ cluster: on, ...one })),
    },
    dueInMs: stability.dueInMs,
    unread,
    unheardMs: Math.max(0, ...[...reading.answers.values()].map(unheardMsOf)),
  }
}

function unheardMsOf(answer: QueryAnswer): number {
  return answer.kind === 'unread' ? (answer.unheardMs ?? 0) : 0
}

interface Subject {
  readonly cluster: ObservedCluster
  readonly step: string
}

interface Remembered {
  readonly stability: Stability
  readonly brokenForMs: number
}

/** Folds what was seen into what is remembered of the step. */
function remember(
  { memories, world }: Dependencies,
  { cluster, step }: Subject,
  fold: (memory: StabilityMemory | undefined) => Stability,
): Remembered {
  const key = qualifiedName(cluster)
  const ofCluster = memories.get(key) ?? new Map<string, ProofMemory>()
  const before = ofCluster.get(step)
  const now = world.clock.elapsed()
  const stability = fold(before?.stability)
  const brokenSince = stability.memory ? undefined : (before?.brokenSince ?? now)
  memories.set(key, ofCluster.set(step, { stability: stability.memory, brokenSince }))
  return { stability, brokenForMs: brokenSince === undefined ? 0 : now - brokenSince }
}

interface Reading {
  readonly view: WorkloadView
  readonly proofs: WorkloadView
  readonly namespace: string
}

async function readProof(
  { view, proofs, namespace }: Reading,
  proof: Parameters<typeof judgeProof>[0],
  call: Call & { readonly fresh: boolean },
): Promise<ProofReading> {
  const { queries, asksReadyz } = queriesOf([proof])
  const answers = await Promise.all(
    queries.map(async (query): Promise<readonly [string, QueryAnswer]> => {
      if (query.on === 'Workload') return [query.key, await view.read(query, call)]
      return [query.key, await proofs.read({ ...query, namespace }, { ...call, fresh: true })]
    }),
  )
  if (!asksReadyz) return { answers: new Map(answers) }
  return { answers: new Map(answers), readyz: await askReadyz(view, call) }
}

async function askReadyz(
  view: WorkloadView,
  { fresh, ...call }: Call & { readonly fresh: boolean },
): Promise<NonNullable<ProofReading['readyz']>> {
  if (view.recentChecks.spares('/readyz', { fresh })) return { kind: 'ready' }
  try {
    if (!(await view.api.isReady(call))) return { kind: 'not-ready', message: 'API server is not ready' }
    view.recentChecks.note('/readyz')
    return { kind: 'ready' }
  } catch (error) {
    const { message, readError = 'Other' } = viewProblem(error)
    return { kind: 'unread', reason: message, readError }
  }
}
