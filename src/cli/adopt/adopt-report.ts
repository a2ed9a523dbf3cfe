import {
  type AdoptedObject,
  type AdoptedRelease,
  type AdoptedStep,
  type AdoptionEffect,
  type AdoptionVerdict,
  type ClusterAdoption,
  effectsOf,
} from '../../domain/adopt/adoption.ts'
import { effectCounts } from '../../domain/adopt/judge-adoption.ts'
import { toolNames } from '../../domain/adopt/adopt-tool.ts'
import { groupBy } from '../../domain/object/group-by.ts'
import { counted } from '../../domain/text/counted.ts'
import { listFirst } from '../../domain/text/list-first.ts'
import { plainText } from '../terminal/text-width.ts'
import type { AdoptedCluster } from './adopted-cluster.ts'

const MAX_SHOWN = 20

/** What each verdict means, in a few words. */
const verdictWords: Readonly<Record<AdoptionVerdict, string>> = {
  safe: 'safe to adopt: nothing that runs is changed',
  unproven: 'not proven, because not all could be compared',
  changes: 'objects change, no pod restarts',
  restarts: 'pods restart, or objects are deleted',
  refused: 'refused',
}

/** The report on one cluster, for people. */
export function adoptText({ now, after }: Pick<AdoptedCluster, 'now' | 'after'>): string {
  // Without a Fitout nothing is planned: what the labels bring is what matters.
  const isUnselected = now.fitout === undefined && after !== undefined
  const steps = isUnselected ? after.steps : now.steps
  const order = (after ?? now).order.map((words, index) => `  ${index + 1}. ${words}`)
  const lines = [
    headLine(now, `${now.cluster} (${now.fitout === undefined ? 'no Fitout' : `Fitout ${now.fitout}`})`),
    ...(after ? [headLine(after, 'with --write')] : []),
    ...refusalLines(now),
    '',
    ...(isUnselected ? ['with --write'] : []),
    ...steps.flatMap(stepLines),
    ...besideLines(isUnselected ? after : now),
    ...(after ? afterLines(isUnselected ? after : now, after) : []),
    ...(order.length > 0 ? ['', 'In this order:', ...order] : []),
  ]
  return lines.map(line => `${plainText(line)}\n`).join('')
}

function headLine(adoption: ClusterAdoption, title: string): string {
  return `${title}: ${verdictWords[adoption.verdict]}; ${effectCounts(adoption)}`
}

function refusalLines({ refusals }: ClusterAdoption): readonly string[] {
  return refusals.flatMap(({ code, object, message, fix }) => [
    `  refused ${object}: ${message}   ${code}`,
    `    fix: ${fix}`,
  ])
}

function stepLines(step: AdoptedStep): readonly string[] {
  const { name, releases, objects } = step
  if (releases.length + objects.length === 0) return []
  return [
    name === '' ? 'no step' : `step ${name}`,
    ...releases.flatMap(releaseLines),
    ...objectLines(objects),
  ]
}

function releaseLines(release: AdoptedRelease): readonly string[] {
  const { object, name, namespace, found, planned, values, valuesNotCompared, rendered, effects, notes } =
    release
  const title = `  ${object}: release ${namespace}/${name}`
  if (!found)
    return [
      `${title}, not there: Flux installs chart ${planned.chart} ${planned.version}`.trimEnd(),
      ...noteLines(notes),
    ]
  const version =
    release.isSameVersion === true
      ? 'the same version'
      : `${planned.version === '' ? 'the newest version' : planned.version} in Git`
  return [
    `${title}, ${found.status}, by ${toolNames[found.by.tool]} (${found.by.evidence})`,
    `    chart ${found.chart} ${found.version}, ${version}; revision ${found.revision}, history in ${found.storage}`,
    `    values: ${valueWords(release)}`,
    ...cut(
      values.map(({ path, found: was, planned: is, hidden }) =>
        hidden === undefined
          ? `      ~ ${path}: ${was ?? 'absent'} -> ${is ?? 'absent'}`
          : `      ~ ${path}: differs (not shown: ${hidden})`,
      ),
    ),
    ...valuesNotCompared.map(words => `      not compared: ${words}`),
    `    rendered: ${renderedWords(release)}`,
    ...cut([...(rendered.kind === 'different' ? rendered.effects : []), ...effects].map(effectLine)),
    ...noteLines(notes),
  ]
}

function valueWords({ values, valuesNotCompared }: AdoptedRelease): string {
  if (values.length > 0) return counted(values.length, 'difference')
  return valuesNotCompared.length === 0 ? 'equal' : 'equal as far as they are known'
}

function renderedWords({ rendered }: AdoptedRelease): string {
  if (rendered.kind === 'equal') return `equal: ${counted(rendered.objects, 'object')}`
  if (rendered.kind === 'not-compared') return `not compared: ${rendered.because}`
  return counted(rendered.effects.length, 'difference')
}

const signs: Readonly<Record<AdoptionEffect['op'], string>> = {
  create: '+',
  change: '~',
  restart: '! restarts',
  recreate: '! replaces',
  delete: '- deletes',
}

function effectLine({ op, object, detail }: AdoptionEffect): string {
  return `      ${signs[op]} ${object}: ${detail}`
}

function noteLines(notes: readonly string[]): readonly string[] {
  return cut(notes.map(note => `    note: ${note}`))
}

function cut(lines: readonly string[]): readonly string[] {
  return lines.length > MAX_SHOWN
    ? [...lines.slice(0, MAX_SHOWN), `      … ${lines.length - MAX_SHOWN} more`]
    : lines
}

// What is there and stays is told by the number of it, and by whose hand.
function objectLines(objects: readonly AdoptedObject[]): readonly string[] {
  const groups = groupBy(objects, ({ deliveredBy }) => deliveredBy)
  return [...groups].flatMap(([deliverer, all]) => {
    const there = all.filter(({ by }) => by !== undefined)
    const tools = groupBy(there, ({ by }) => toolNames[by?.tool ?? 'unknown'])
    const hands = [...tools].map(([tool, own]) => `${own.length} by ${tool}`)
    const state = there.length === 0 ? 'none is there' : `${there.length} are there: ${listFirst(hands)}`
    const effects = all.flatMap(one => one.effects).filter(({ op }) => op !== 'create')
    const uncompared = all.filter(one => one.state === 'not-compared')
    const created = all.filter(one => one.state === 'absent').length
    return [
      `  ${deliverer}: ${counted(all.length, 'object')}, ${state}${created > 0 && there.length > 0 ? `; ${created} to be created` : ''}`,
      ...cut(effects.map(effectLine)),
      ...cut(uncompared.map(({ object, notes }) => `      ? ${object}: ${notes.join('; ')}`)),
    ]
  })
}

function besideLines({ beside, others, notes }: ClusterAdoption): readonly string[] {
  return [
    ...(beside.length > 0 ? ['not in the plan, and left alone'] : []),
    ...cut(
      beside.map(
        ({ name, namespace, chart, version, by }) =>
          `  release ${namespace}/${name}: chart ${chart} ${version}, by ${toolNames[by.tool]}`,
      ),
    ),
    ...(others.length > 0 ? ['managed by others, too', ...cut(others.map(words => `  ${words}`))] : []),
    ...notes.map(note => `note: ${note}`),
  ]
}

function afterLines(now: ClusterAdoption, after: ClusterAdoption): readonly string[] {
  const left = effectsOf(after).filter(({ op }) => op !== 'create')
  const known = new Set(effectsOf(now).map(({ op, object }) => `${op} ${object}`))
  const isNew = left.filter(({ op, object }) => !known.has(`${op} ${object}`))
  return [
    ...(after.refusals.length > 0 ? ['what --write cannot solve', ...refusalLines(after)] : []),
    ...(isNew.length > 0 ? ['with --write as well', ...cut(isNew.map(effectLine))] : []),
  ]
}
