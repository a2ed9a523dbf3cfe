import { text } from 'node:stream/consumers'
import { WorkloadView } from '../../src/controller/views/workload-view.ts'
import { viewMemory } from '../../src/controller/views/view-budget.ts'
import { queryFor } from '../../src/domain/proof/read/query.ts'
import { MemoryBudget } from '../../src/engine/budget/memory-budget.ts'
import { connect } from '../../src/kube/connect.ts'
import { systemClock } from '../../src/kube/system-clock.ts'

/** What a process is asked to read: kinds of core/v1, each of another cluster, until it is answered as it should be. */
export interface HostileTask {
  readonly server: string
  readonly caData: string
  /** By kind. */
  readonly until: Readonly<Record<string, string>>
  /** When to give up. */
  readonly maxSeconds: number
}

/** What came of it. */
export interface HostileReport {
  /** The last answer for each kind. */
  readonly answers: Readonly<Record<string, string>>
  /** Changes that were told of. */
  readonly changes: number
  readonly seconds: number
  /** The most that all together were seen to hold. */
  readonly heldBytes: number
}

/** Reads a cluster as the controller does. For tests: it runs in a process of its own, with little memory. */
async function readHostileCluster({
  server,
  caData,
  until,
  maxSeconds,
}: HostileTask): Promise<HostileReport> {
  const memory = new MemoryBudget(viewMemory)
  let [changes, heldBytes] = [0, 0]
  const started = systemClock.elapsed()
  const answers: Record<string, string> = {}
  const views: WorkloadView[] = []
  const read = async ([kind, want]: readonly [string, string]): Promise<void> => {
    const share = memory.share()
    const view = new WorkloadView(
      { clock: systemClock, random: Math.random },
      connect({ server, caData, auth: { token: 'sample-token' } }, share),
      { onChange: () => void (changes += 1), memory: share },
    )
    const select = { by: 'all' } as const
    const query = queryFor({ on: 'Workload', apiVersion: 'v1', kind, namespace: undefined, select })
    while (answers[kind] !== want && systemClock.elapsed() - started < maxSeconds * 1000) {
      const answer = await view.read(query, { fresh: false })
      answers[kind] = answer.kind === 'unread' ? answer.reason : answer.kind
      heldBytes = Math.max(heldBytes, memory.commonBytes)
      await systemClock.sleep(10)
    }
    views.push(view)
  }
  await Promise.all(Object.entries(until).map(read))
  for (const view of views) view.close()
  return { answers, changes, seconds: (systemClock.elapsed() - started) / 1000, heldBytes }
}

if (import.meta.main) {
  const task = JSON.parse(await text(process.stdin)) as HostileTask
  process.stdout.write(JSON.stringify(await readHostileCluster(task)))
}
