import { labOwner } from '../lab-claim.ts'
import { until } from '../kube/until.ts'
import { endOrphans, isAlive } from '../process/owner.ts'

/** Ends the lab of that name, and whatever labs that were killed left behind. Other labs continue. */
export async function down(name: string): Promise<number> {
  const owner = await labOwner(name)
  if (owner !== undefined) {
    process.kill(Number.parseInt(owner, 10), 'SIGTERM')
    await until(`lab "${name}" has ended`, async () => !isAlive(owner))
  }
  const orphans = await endOrphans()
  const left = orphans > 0 ? `; ended ${orphans} processes that an earlier lab left behind` : ''
  process.stderr.write(
    owner === undefined ? `no lab "${name}" runs${left}\n` : `lab "${name}" has ended${left}\n`,
  )
  return 0
}
