import { counted } from '../../domain/text/counted.ts'
import { shownSpan } from '../../migrate/hcl/source-file.ts'
import { type BlockResult, type Migration, type MovedRelease } from '../../migrate/plan-migration.ts'
import type { ReleaseProof } from './prove-release.ts'

/** A configuration that was planned and proven. */
export interface ReportedMigration {
  readonly title: string
  readonly migration: Migration
  readonly proofs: ReadonlyMap<string, ReleaseProof>
}

/** What became of a block. */
export type BlockFate = 'moved' | 'stays' | 'absent'

/** Whether a block moves, stays, or installs nothing. */
export function fateOf({ moved, faults }: BlockResult): BlockFate {
  if (moved.length > 0) return 'moved'
  return faults.every(({ words }) => words.startsWith('its count is 0')) ? 'absent' : 'stays'
}

/** The report as lines for people. */
export function reportText({ migration, proofs }: ReportedMigration, isWritten: boolean): string {
  const lines = [
    ...migration.results.flatMap(result => blockLines(result, proofs, isWritten)),
    ...migration.beside.map(
      ({ address, place }) =>
        `stays ${address} (${place.path}:${place.line}:${place.column}): Terraform applies this manifest itself, and keeps it`,
    ),
    ...migration.unread.map(
      ({ address, source, block }) =>
        `not read ${address} (${shownSpan(block)}): ${source === '' ? 'its source' : source}; releases inside of it are not seen`,
    ),
  ]
  return lines.map(line => `${line}\n`).join('')
}

function blockLines(
  result: BlockResult,
  proofs: ReadonlyMap<string, ReleaseProof>,
  isWritten: boolean,
): readonly string[] {
  const at = `${result.address} (${result.place.path}:${result.place.line}:${result.place.column})`
  const notes = result.notes.map(note => `  note ${shownSpan(note)}: ${note.words}`)
  const fate = fateOf(result)
  if (fate === 'absent') return [`not installed ${at}: its count is 0 here`]
  if (fate === 'stays') {
    const refused = result.faults.some(({ words }) => words.endsWith('MIGRATION_NOT_EMPTY'))
    return [
      `${refused ? 'refused' : 'stays'} ${at}`,
      ...result.faults.map(fault => `  ${shownSpan(fault)}: ${fault.words}`),
      ...differenceLines(result, proofs),
    ]
  }
  return [
    `${isWritten ? 'moved' : 'would move'} ${at}`,
    ...result.moved.flatMap(one => movedLines(one, proofs.get(one.release.address))),
    ...notes,
  ]
}

const MAX_SHOWN = 20

function differenceLines(result: BlockResult, proofs: ReadonlyMap<string, ReleaseProof>): readonly string[] {
  const found = [...proofs].filter(
    ([address]) => address === result.address || address.startsWith(`${result.address}[`),
  )
  const differences = found.flatMap(([, proof]) => (proof.kind === 'different' ? proof.differences : []))
  const rest = differences.length - MAX_SHOWN
  return [
    ...differences
      .slice(0, MAX_SHOWN)
      .map(
        ({ object, field, change }) => `  ~ ${object}  ${field}${change === undefined ? '' : `: ${change}`}`,
      ),
    ...(rest > 0 ? [`  … ${rest} more`] : []),
  ]
}

function movedLines({ release, addOn }: MovedRelease, proof: ReleaseProof | undefined): readonly string[] {
  const { name, namespace, chart } = release
  const where = chart.name === undefined ? chart.url : `${chart.url} ${chart.name}`
  return [
    `  HelmRelease ${namespace}/${name}: ${where} ${chart.version}`,
    ...(proof ? [`  ${proof.words}`] : []),
    ...addOn.keys.map(
      key =>
        `  handed over ${key.key}: ${targetOf(key.value)} from output ${[key.exposed.output, ...key.exposed.fields].join('.')}${key.isSensitive ? ' (sensitive)' : ''}`,
    ),
    ...(proof && 'textPaths' in proof && proof.textPaths.length > 0
      ? [`  note text from now on, whatever it looks like: ${proof.textPaths.join(', ')}`]
      : []),
  ]
}

function targetOf(value: MovedRelease['addOn']['keys'][number]['value']): string {
  if (typeof value === 'string') return `repository ${value}`
  const path = value.path.join('.')
  return value.kind === 'text' ? path : path === '' ? 'a document of values' : `${path}, as a document`
}

/** The report for programs. */
export function migrationJson({ title, migration, proofs }: ReportedMigration): object {
  return {
    configuration: title,
    terraform: { forgets: migration.version.forgetting, because: migration.version.words },
    releases: migration.results.map(result => ({
      address: result.address,
      place: result.place,
      result: fateOf(result),
      reasons: result.faults.map(fault => ({ place: shownSpan(fault), words: fault.words })),
      notes: result.notes.map(note => ({ place: shownSpan(note), words: note.words })),
      instances: result.moved.map(({ release, addOn }) => ({
        address: release.address,
        name: release.name,
        namespace: release.namespace,
        chart: release.chart,
        proof: proofJson(proofs.get(release.address)),
        handedOver: addOn.keys.map(key => ({
          key: key.key,
          output: key.exposed.output,
          fields: key.exposed.fields,
          target: targetOf(key.value),
          sensitive: key.isSensitive,
        })),
      })),
    })),
    stays: migration.beside,
    notRead: migration.unread.map(({ address, source, block }) => ({
      address,
      source,
      place: shownSpan(block),
    })),
    stateCommands: migration.stateCommands,
  }
}

function proofJson(proof: ReleaseProof | undefined): object | null {
  return proof ?? null
}

/** How many blocks there are of each fate, in one line. */
export function summaryOf(reported: readonly ReportedMigration[], isWritten: boolean): string {
  const fates = reported.flatMap(({ migration }) => migration.results.map(fateOf))
  const count = (fate: BlockFate) => fates.filter(one => one === fate).length
  const moved = isWritten ? 'moved' : 'would move'
  const absent = count('absent')
  return `${counted(fates.length, 'release')}: ${count('moved')} ${moved}, ${count('stays')} stay${count('stays') === 1 ? 's' : ''}${absent > 0 ? `, ${absent} not installed` : ''}`
}
