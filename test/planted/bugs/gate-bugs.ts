import type { PlantedBug } from '../planted-bug.ts'

/** Gates that open for the wrong cluster, at the wrong time, or in the wrong order. */
export const gateBugs: readonly PlantedBug[] = [
  {
    number: 1,
    id: 'gate-without-uid',
    sentence: 'A gate is written without the UID of the Cluster that was proven',
    file: 'src/controller/cluster/act.ts',
    from: 'metadata: { name, namespace, uid, resourceVersion, labels },',
    to: 'metadata: { name, namespace, resourceVersion, labels },',
    finder: { by: 'seeds', rule: 'preconditions', seed: 1 },
  },
  {
    number: 2,
    id: 'gate-without-version',
    sentence: 'A gate is written without the version of the Cluster that it was decided on',
    file: 'src/controller/cluster/act.ts',
    from: 'metadata: { name, namespace, uid, resourceVersion, labels },',
    to: 'metadata: { name, namespace, uid, labels },',
    finder: { by: 'seeds', rule: 'preconditions', seed: 1 },
  },
  {
    number: 11,
    id: 'old-decision-again',
    sentence: 'After a conflict the old decision is sent again, onto the new version',
    file: 'src/controller/cluster/fit-out-cluster.ts',
    from: `    const isFought =`,
    to: `    if (hasCode(error, 'Conflict')) {
      const { resources } = await import('../world/resources.ts')
      const { name, namespace = '' } = context.cluster.metadata
      const ref = { resource: resources.cluster, namespace, name }
      const cluster = await context.world.management.get(ref, context.call)
      await writeLabels({ ...context, cluster }, decision.labels)
      return decision
    }
    const isFought =`,
    finder: { by: 'tests', file: 'src/simulator/controller/pause-and-release.test.ts' },
  },
  {
    number: 15,
    id: 'pause-seen-once',
    sentence: 'Whether a cluster is paused is looked at once, when it is seen first',
    file: 'src/controller/management/read-cluster.ts',
    from: `isPaused: fieldIn(cluster['spec'], 'paused') === true || PAUSED_ANNOTATION in annotations,`,
    to: `isPaused: ((globalThis.pausedAtFirst ??= {})[uid] ??=
      fieldIn(cluster['spec'], 'paused') === true || PAUSED_ANNOTATION in annotations),`,
    finder: { by: 'seeds', rule: 'pause', seed: 1 },
  },
  {
    number: 22,
    id: 'order-by-name',
    sentence: 'Steps go in the order of their names instead of their needs',
    file: 'src/domain/plan/decide.ts',
    from: 'oncePerObject((steps: readonly FitoutStep[]) => {\n',
    to: `oncePerObject((given: readonly FitoutStep[]) => {
  const steps = given
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ needs: _needs, ...step }) => step)
`,
    finder: { by: 'seeds', rule: 'proof', seed: 1 },
  },
]
