import { qualifiedName } from '../../domain/object/qualified-name.ts'
import { summaryWords } from '../../domain/fleet/sum-fleet.ts'
import { ageWords, durationWords } from '../../domain/words/duration-words.ts'
import type { Simulation } from '../../simulator/simulation/simulation.ts'
import type { Spread } from '../../simulator/simulation/simulation-steps.ts'
import type { Answer } from './simulation-document.ts'
import { upgradeTable } from './upgrade-table.ts'
import { markdownTable, plainTable, type Table } from '../fleet/table.ts'

/** What a report tells. */
type Told = Pick<Answer, 'simulation' | 'upgrades'>

/** The answer as a person reads it on a terminal. */
export function tableReport(told: Told): string {
  return [`${summaryWords(told.simulation.clusters)}\n`, ...tablesOf(told).map(plainTable)].join('\n')
}

/** The answer as a comment on a merge request. */
export function markdownReport(told: Told): string {
  return [`**${summaryWords(told.simulation.clusters)}**\n`, ...tablesOf(told).map(markdownTable)].join('\n')
}

function tablesOf({ simulation, upgrades }: Told): readonly Table[] {
  return [
    ...(upgrades ? [upgradeTable(upgrades)] : []),
    stepTable(simulation),
    ...(simulation.causes.length > 0 ? [causeTable(simulation)] : []),
  ]
}

function stepTable({ fitouts }: Simulation): Table {
  const isAlone = fitouts.length === 1
  const rows = fitouts.flatMap(({ namespace, name, clusters, steps }) =>
    steps.map(({ name: step, opened, took, ready }) => [
      ...(isAlone ? [] : [qualifiedName({ namespace, name })]),
      step,
      shown(opened, 'medianMs'),
      shown(took, 'medianMs'),
      shown(took, 'worstMs'),
      `${ready} of ${clusters}`,
    ]),
  )
  const head = ['STEP', 'OPENED AFTER', 'TOOK', 'WORST', 'READY']
  return [isAlone ? head : ['FITOUT', ...head], ...rows]
}

function causeTable({ causes }: Simulation): Table {
  return [
    ['CLUSTERS', 'CAUSE', 'OLDEST', 'OWNER', 'MESSAGE'],
    ...causes.map(({ clusters, reason, oldestMs, actor, sentence }) => [
      String(clusters.length),
      reason,
      ageWords(oldestMs),
      actor ?? '-',
      sentence,
    ]),
  ]
}

function shown(spread: Spread | undefined, which: keyof Spread): string {
  const time = spread?.[which]
  if (time === undefined) return '-'
  return time > 0 && time < 1000 ? '<1s' : durationWords(time)
}
