import { type FleetCluster, idOf } from '../../domain/fleet/fleet-snapshot.ts'
import { needsAction } from '../../domain/fleet/sum-fleet.ts'
import { type Line, span, wrapLine } from '../terminal/line.ts'
import type { DemoView } from './demo-view.ts'

/** What to do about a cluster, and the key that does it here; or what was done. Whole, in as many lines as it takes. */
export function nextLines(view: DemoView, cluster: FleetCluster, width: number): readonly Line[] {
  return wrapLine(nextLine(view, cluster), width, INDENT)
}

const INDENT = '    '

function nextLine({ troubles, choice }: DemoView, cluster: FleetCluster): Line {
  const id = idOf(cluster)
  const index = troubles.findIndex(trouble => trouble.cluster === id)
  const trouble = troubles[index]
  if (cluster.state === 'Ready') return [span('  Nothing to do', 'faint')]
  if (trouble && choice.fixed.includes(id)) return [span('  Done: ', 'ready'), span(trouble.done)]
  if (!needsAction(cluster)) return [span('  Next: nothing, it continues by itself', 'faint')]
  if (!trouble) return [span(`  Owner: ${cluster.cause?.actor ?? 'Nobody'}`)]
  return [span(`  Next (key ${index + 1}): `, 'strong'), span(trouble.next)]
}
