import type { PlantedBug } from '../planted-bug.ts'

/** Words about a cluster that are not true, or not true any more. */
export const proofBugs: readonly PlantedBug[] = [
  {
    number: 3,
    id: 'proof-by-name',
    sentence: 'What was seen of a cluster is kept for the next one of the same name',
    file: 'src/controller/views/view-pool.ts',
    from: 'if (known?.uid === uid) return known',
    to: 'if (known) return known',
    finder: { by: 'seeds', rule: 'liveness', seed: 3 },
  },
  {
    number: 8,
    id: 'ready-for-ever',
    sentence: 'A cluster that cannot be reached any more stays Ready',
    file: 'src/domain/plan/sum-up.ts',
    from: `return view.reason === 'WorkloadIdentityChanged' || now - view.since > PATIENCE_MS`,
    to: `return view.reason === 'WorkloadIdentityChanged'`,
    finder: { by: 'seeds', rule: 'truth', seed: 25 },
  },
  {
    number: 9,
    id: 'unreachable-is-false',
    sentence: 'A cluster that cannot be reached is said not to be ready, as if that had been seen',
    file: 'src/domain/plan/sum-up.ts',
    from: `status: state === 'Unknown' ? 'Unknown' : 'False',`,
    to: `status: 'False',`,
    finder: { by: 'seeds', rule: 'truthfulReady', seed: 25 },
  },
  {
    number: 17,
    id: 'first-page-only',
    sentence: 'What is not on the first page of a list is taken not to be there',
    file: 'src/engine/follow/list-all.ts',
    from: 'if (!page.continue) return { items',
    to: 'if (page.items) return { items',
    finder: { by: 'tests', file: 'src/engine/follow/follow-selection.test.ts' },
  },
  {
    number: 18,
    id: 'status-of-older-spec',
    sentence: 'A status that was written for an older spec counts as a proof',
    file: 'src/domain/health/generic-health.ts',
    from: 'if (observed === undefined || observed === generation) return undefined',
    to: 'if (observed === undefined || observed <= generation) return undefined',
    finder: { by: 'tests', file: 'src/domain/health/evaluate-health.test.ts' },
  },
  {
    number: 21,
    id: 'edit-keeps-proofs',
    sentence: 'After an edit in mid-run every step goes on with the proof that stood in its place before',
    file: 'src/controller/cluster/gather-proof.ts',
    from: 'const resolution = resolveProof(step.proof, {',
    to: 'const resolution = (dependencies.keptProofs ??= {})[`${cluster.uid} ${index}`] ??= resolveProof(step.proof, {',
    finder: { by: 'seeds', rule: 'end', seed: 63 },
  },
]
