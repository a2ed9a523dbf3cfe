import { minorOf } from '../../domain/compat/minor-releases.ts'
import { type CompatReport, judgeFleet } from '../../domain/compat/judge-fleet.ts'
import { listFirst } from '../../domain/text/list-first.ts'
import type { ExitCode } from '../command/exit-code.ts'
import { Refusal } from '../command/refusal.ts'
import { sayFix } from '../command/say.ts'
import type { CommandSetting } from '../fleet/open-fleet.ts'
import { yamlDocument } from '../../domain/yaml/write/yaml-document.ts'
import { plainText } from '../terminal/text-width.ts'
import { type Theme, themeOf } from '../terminal/theme.ts'
import { compatJson } from './compat-document.ts'
import { compatTables } from './compat-tables.ts'
import { type CompatSourceFlags, readClusters } from './read-clusters.ts'

/** The flags of `fitout compat`. @internal */
export interface CompatFlags extends CompatSourceFlags {
  readonly k8s: string | undefined
  readonly check: boolean
  readonly output: 'table' | 'json' | 'yaml' | 'md'
}

/** What was typed. */
export interface CompatCall {
  readonly path: string | undefined
  readonly flags: CompatFlags
}

/** Returns which clusters may go to a Kubernetes. A report unless `--check` makes it a judge. */
export async function runCompat({ path, flags }: CompatCall, setting: CommandSetting): Promise<ExitCode> {
  const { io, world } = setting
  const target = readTarget(flags.k8s)
  const { clusters, facts, notes } = await readClusters({ path, flags }, setting)
  const report = judgeFleet(clusters, { target, facts, now: world.clock.now() })
  io.write(writers[flags.output](report, themeOf(io)))
  for (const note of [...notes, ...notesOf(report)]) io.say(`note: ${plainText(note)}`)
  if (flags.output === 'table') sayNext(report, setting)
  return flags.check && isHeld(report) ? 1 : 0
}

const writers: Readonly<Record<CompatFlags['output'], (report: CompatReport, theme: Theme) => string>> = {
  table: (report, theme) => compatTables(report, { theme, isMarkdown: false }),
  md: (report, theme) => compatTables(report, { theme, isMarkdown: true }),
  json: compatJson,
  yaml: report => yamlDocument(compatJson(report)),
}

function readTarget(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const minor = minorOf(text)
  if (minor !== undefined) return minor
  throw new Refusal(`flag "--k8s": ${JSON.stringify(text)} is not a version such as 1.36`, {
    exitCode: 2,
    hint: 'fitout compat --help',
  })
}

/** Whether a judge says no. The next release need not fit yet: without a target the clusters are judged as they are. */
function isHeld({ target, counts, answers }: CompatReport): boolean {
  return answers.some(({ now }) => now.length > 0) || (target !== undefined && counts.held > 0)
}

function notesOf({ warnings, oldFacts, factsAsOf }: CompatReport): readonly string[] {
  const old = oldFacts.map(({ component, source }) => `${component} (${source.asOf})`)
  return [
    ...warnings.map(({ sentence }) => sentence),
    ...(old.length === 0
      ? []
      : [`facts older than half a year may no longer hold: ${listFirst([...new Set(old)])}`]),
    `published facts were last reviewed on ${factsAsOf}`,
  ]
}

function sayNext({ causes }: CompatReport, { io }: CommandSetting): void {
  const unknown = causes.find(
    ({ kind, source, component }) => kind === 'unknown' && !source && component !== 'kubernetes',
  )
  if (unknown)
    sayFix(
      io,
      'add facts of your own under compat.facts of fitout.yaml; docs/reference/compatibility.md shows how',
    )
}
