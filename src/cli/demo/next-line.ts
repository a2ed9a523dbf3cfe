import { type Line, span } from '../terminal/line.ts'
import type { DemoView } from './demo-view.ts'
import { type ClusterView, needsSomebody } from '../fleet-view/fleet-snapshot.ts'

/** What to do about a cluster, and the key that does it here; or what was done. */
export function nextLine({ troubles, choice }: DemoView, cluster: ClusterView): Line {
  const index = troubles.findIndex(trouble => trouble.cluster === cluster.id)
  const trouble = troubles[index]
  if (cluster.state === 'Ready') return [span('  Nothing to do', 'faint')]
  if (trouble && choice.fixed.includes(cluster.id)) return [span('  Done: ', 'ready'), span(trouble.done)]
  if (!needsSomebody(cluster)) return [span('  Next: nothing, it goes on by itself', 'faint')]
  if (!trouble) return [span(`  Who acts: ${cluster.cause?.actor ?? 'nobody'}`)]
  return [span(`  Next (key ${index + 1}): `, 'strong'), span(trouble.next)]
}
