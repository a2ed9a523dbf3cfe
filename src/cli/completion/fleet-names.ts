import { resources } from '../../controller/world/resources.ts'
import { readClusterFitout } from '../../domain/validation/read-fitout.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import { keyOf } from '../../engine/queue/key.ts'
import type { FleetWorld } from '../fleet/fleet-world.ts'
import type { WantedName } from './complete.ts'

/** Who presses the tab key waits this long at most. */
const PATIENCE_MS = 1_000

interface WantedFleetName extends WantedName {
  readonly kind: 'cluster' | 'step'
}

/** The names of clusters or steps of the live fleet: one request, by the way that the typed flags name. */
export async function fleetNames(
  { kind, current, operands, flags }: WantedFleetName,
  world: Pick<FleetWorld, 'connect'>,
): Promise<readonly string[]> {
  const namespace = textOf(flags.get('namespace'))
  const way = {
    kubeconfig: textOf(flags.get('kubeconfig')),
    context: textOf(flags.get('context')),
    namespace,
  }
  const { link } = await world.connect(way)
  try {
    const selection = { resource: resources.clusterFitout, ...(namespace === undefined ? {} : { namespace }) }
    const { items } = await link.management.list(selection, { timeoutMs: PATIENCE_MS })
    const names =
      kind === 'step' ? stepNames(items, operands[0] ?? '') : items.map(({ metadata }) => metadata.name)
    const ids = kind === 'step' || namespace !== undefined ? [] : items.map(keyOf)
    // Someone who has begun to type a name has not typed its namespace.
    const short = ids.length === 0 || current !== '' ? names.filter(isOnlyOne) : []
    return [...ids, ...short].filter(name => name.startsWith(current))
  } finally {
    link.close()
  }
}

function textOf(value: string | true | undefined): string | undefined {
  return value === true ? undefined : value
}

function isOnlyOne(name: string, _: number, names: readonly string[]): boolean {
  return names.indexOf(name) === names.lastIndexOf(name)
}

function stepNames(items: readonly KubeObject[], cluster: string): readonly string[] {
  const found = items.find(item => keyOf(item) === cluster || item.metadata.name === cluster)
  const reading = found && readClusterFitout(found)
  const status = reading?.kind === 'valid' ? reading.clusterFitout.status : undefined
  return (status?.steps ?? []).map(({ name }) => name)
}
