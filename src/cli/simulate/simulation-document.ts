import { writeYaml } from '../../domain/yaml/write/write-yaml.ts'
import { readStrictYaml } from '../../domain/yaml/read-go-yaml.ts'
import type { Simulation } from '../../simulator/simulation/simulation.ts'
import type { Spread } from '../../simulator/simulation/simulation-steps.ts'
import { jsonDocument } from '../io/json-document.ts'
import type { ClusterUpgrade } from '../../simulator/folder/upgrade-fleet.ts'
import { UPGRADE_REASON } from './upgrade-table.ts'
import type { ShownAssumption } from './shown-assumptions.ts'
import type { SimulateRequest } from './simulate-request.ts'

/** What a document tells. */
export interface Answer {
  readonly request: Pick<SimulateRequest, 'seed' | 'faults' | 'upgrade'>
  readonly simulation: Simulation
  readonly assumptions: readonly ShownAssumption[]
  /** How running clusters get to the versions that are wanted; undefined unless a user wants some. */
  readonly upgrades?: readonly ClusterUpgrade[] | undefined
}

/** The answer for programs, as JSON. docs/reference/simulate.md explains each field. */
export function simulationJson({ request, simulation, assumptions, upgrades }: Answer): string {
  const { clusters, fitouts, causes } = simulation
  return jsonDocument('Simulation', {
    seed: request.seed,
    faults: { level: request.faults, count: simulation.faults },
    virtualSeconds: seconds(simulation.elapsedMs),
    ready: clusters.every(({ state }) => state === 'Ready'),
    upgrade: upgrades && {
      wanted: Object.fromEntries(request.upgrade ?? []),
      clusters: upgrades.map(({ stop, ...upgrade }) => ({
        ...upgrade,
        stop: stop && { before: stop.before, reason: UPGRADE_REASON, because: stop.reasons },
      })),
    },
    fitouts: fitouts.map(({ steps, ...fitout }) => ({
      ...fitout,
      steps: steps.map(({ name, dependsOn, opened, took, ready }) => ({
        name,
        dependsOn,
        openedAfterSeconds: spread(opened),
        tookSeconds: spread(took),
        ready,
      })),
    })),
    causes: causes.map(({ oldestMs, ...cause }) => ({ ...cause, oldestSeconds: seconds(oldestMs) })),
    clusters: clusters.map(({ readyAfterMs, cause, ...cluster }) => ({
      ...cluster,
      readyAfterSeconds: readyAfterMs === undefined ? undefined : seconds(readyAfterMs),
      cause: cause && { reason: cause.reason, message: cause.message, actor: cause.actor },
    })),
    assumptions,
  })
}

/** The same as YAML. */
export function simulationYaml(answer: Answer): string {
  return writeYaml(readStrictYaml(simulationJson(answer)))
}

function spread(times: Spread | undefined) {
  return times && { median: seconds(times.medianMs), worst: seconds(times.worstMs) }
}

// To a tenth: the models are not better than that.
function seconds(milliseconds: number): number {
  return Math.round(milliseconds / 100) / 10
}
