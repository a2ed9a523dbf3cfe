import type { PlantedBug } from '../planted-bug.ts'

/** Writes too many, writes in the wrong way, and writes that are never taken back. */
export const writeBugs: readonly PlantedBug[] = [
  {
    number: 10,
    id: 'status-every-time',
    sentence: 'A condition gets a new time at every look, so that the status is written at every look',
    file: 'src/domain/plan/sum-up.ts',
    from: 'lastTransitionTime: isSame ? before.lastTransitionTime : instantOf(facts.now),',
    to: 'lastTransitionTime: instantOf(facts.now),',
    finder: { by: 'seeds', rule: 'quiet', seed: 1 },
  },
  {
    number: 12,
    id: 'told-before',
    sentence: 'An event that was told before the controller died is an error ever after',
    file: 'src/controller/cluster/write-events.ts',
    from: `if (hasCode(error, 'AlreadyExists')) return 'told'`,
    to: `if (hasCode(error, 'AlreadyExists')) throw error`,
    finder: { by: 'seeds', rule: 'liveness', seed: 196 },
  },
  {
    number: 13,
    id: 'mark-gone-first',
    sentence: 'The ClusterFitout, by which a cluster is known to be cleaned up, goes before that is done',
    file: 'src/controller/cluster/release.ts',
    from: `  await writeLabels(context, {})
  const leaving = withdrawalBut([], { written: writtenHandOvers(management, fact) })
  await withdraw(context, leaving)
  if (leaving.isOpen) return 'waiting'
  await withdrawCondition(context)
  if (clusterFitout) await remove(context, clusterFitout.metadata, resources.clusterFitout)
`,
    to: `  if (!clusterFitout) return 'released'
  await remove(context, clusterFitout.metadata, resources.clusterFitout)
  await writeLabels(context, {})
  const leaving = withdrawalBut([], { written: writtenHandOvers(management, fact) })
  await withdraw(context, leaving)
  if (leaving.isOpen) return 'waiting'
  await withdrawCondition(context)
`,
    finder: { by: 'seeds', rule: 'cleanEnd', seed: 1 },
  },
  {
    number: 14,
    id: 'release-waits-for-the-dead',
    sentence: 'A cluster is let go only when its API server answers, which a dead one never does',
    file: 'src/controller/cluster/reconcile-cluster.ts',
    from: `  return (await releaseCluster(context)) === 'released' ? done : wait(RELEASE_MS)`,
    to: `  const viewResult = await dependencies.views.look(context.fact, { ...context.call, fresh: true })
  if (viewResult.kind === 'unread') return wait(RELEASE_MS)
  return (await releaseCluster(context)) === 'released' ? done : wait(RELEASE_MS)`,
    finder: { by: 'seeds', rule: 'cleanEnd', seed: 32 },
  },
  {
    number: 19,
    id: 'error-in-status',
    sentence: 'The text of an error is copied into the status',
    file: 'src/controller/views/view-problem.ts',
    from: 'return { ...problem, readError: readErrorOf(error) }',
    to: 'return { ...problem, message: error.message, readError: readErrorOf(error) }',
    finder: { by: 'seeds', rule: 'ownWords', seed: 3 },
  },
  {
    number: 20,
    id: 'secret-by-put',
    sentence: 'The Secret of a hand-over is replaced as a whole, with what Cluster API has put on it',
    file: 'src/controller/cluster/write-hand-overs.ts',
    from: 'await world.management.apply(resources.secret, wanted, { ...call, fieldManager, force: true })',
    to: `const { metadata, ...content } = wanted
  const resourceVersion = found?.metadata.resourceVersion
  if (!found) await world.management.create(resources.secret, { metadata, ...content }, { ...call, fieldManager })
  else await world.management.update(resources.secret, { metadata: { ...metadata, resourceVersion }, ...content }, { ...call, fieldManager })`,
    finder: { by: 'seeds', rule: 'ownWrites', seed: 2 },
  },
  {
    number: 23,
    id: 'event-without-key',
    sentence: 'An event is named after its time, so that one fact may be told twice',
    file: 'src/controller/cluster/write-events.ts',
    from: 'encodeUtf8(`${uid} ${id}`)',
    to: 'encodeUtf8(`${uid} ${id} ${now}`)',
    finder: { by: 'seeds', rule: 'oneEvent', seed: 241 },
  },
  {
    number: 26,
    id: 'notification-without-key',
    sentence: 'A notification has another key each time, so that one fact may be told twice',
    file: 'src/domain/notify/fact.ts',
    from: 'String(fitout.generation), step, reason, about.since]',
    to: 'String(fitout.generation), step, reason, String(now)]',
    finder: { by: 'tests', file: 'src/controller/notify/notices.test.ts' },
  },
]
