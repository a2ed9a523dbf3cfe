import type { Command, Flags } from '../command/command.ts'
import { exitCodes } from '../command/exit-code.ts'
import { flagsEverywhere } from '../parse/flags-everywhere.ts'
import { isShort } from '../parse/wording.ts'

const COLUMNS = 100

/** Explains `command` or, without one, the whole program. At most 40 lines of 100 columns; a test holds it to that. */
export function helpText(command: Command | undefined, commands: readonly Command[]): string {
  const sections = command ? commandSections(command) : programSections(commands)
  return `${sections.map(lines => lines.join('\n')).join('\n\n')}\n`
}

type Section = readonly string[]

function programSections(commands: readonly Command[]): readonly Section[] {
  return [
    ['Takes every Cluster API cluster from "API server responds" to "add-ons healthy", in order, from Git'],
    ['Examples:', ...table(firstThings)],
    [
      'Usage: fitout <command> [flags], where <command> is one of:',
      // The flags say what `help` and `version` do, `completion` is set up once, and a screen has 40 lines.
      ...table(commands.filter(({ name }) => !told.has(name)).map(({ name, summary }) => [name, summary])),
    ],
    [...flagSection(undefined), 'All commands, flags and exit codes: docs/reference/command-line.md'],
  ]
}

const told: ReadonlySet<string> = new Set(['help', 'version', 'completion'])

/** What people do first, and what each gives them. */
const firstThings: readonly Row[] = [
  ['fitout demo', 'see it work, without a cluster'],
  ['fitout simulate -f fleet', 'try your own Fitouts and packs, without a cluster'],
  ['fitout status', 'progress of your clusters, and what blocks them'],
]

function commandSections(command: Command): readonly Section[] {
  const args = Object.entries(command.args)
  const usage = [
    'Usage: fitout',
    command.name,
    ...args.map(([name, { arity }]) => placeholder(name, arity)),
    '[flags]',
  ]
  return [
    [command.summary],
    [usage.join(' ')],
    ...(args.length > 0
      ? [['Arguments:', ...table(args.map(([name, arg]) => [name, withChoices(arg)]))]]
      : []),
    ['Examples:', ...indent(command.examples)],
    flagSection(command),
    endSection,
  ]
}

const endSection: Section = [
  'Exit codes (see docs/reference/command-line.md):',
  ...indent([
    Object.entries(exitCodes)
      .map(([code, means]) => `${code} ${means}`)
      .join(', '),
  ]),
]

// A command explains its own flags; those that are everywhere are explained once, by `fitout --help`.
function flagSection(command: Command | undefined): Section {
  if (!command) return ['Flags:', ...flagTable(flagsEverywhere)]
  const others = Object.keys(flagsEverywhere).filter(name => !(name in command.flags))
  const everywhere = `Everywhere: ${others.map(name => `--${name}`).join(', ')}`
  const own = Object.keys(command.flags).length > 0
  return own ? ['Flags:', ...flagTable(command.flags), everywhere] : [everywhere]
}

function flagTable(flags: Flags): readonly string[] {
  const rows = Object.entries(flags).map(([name, flag]): Row => {
    const short = flag.short ? `-${flag.short}, ` : '    '
    return [`${short}--${name}${flag.value ? ` <${flag.value}>` : ''}`, withChoices(flag)]
  })
  return table(rows)
}

function placeholder(name: string, arity: 'optional' | 'rest' | undefined): string {
  if (arity === 'rest') return `[${name}...]`
  return arity === 'optional' ? `[${name}]` : `<${name}>`
}

interface Explained {
  readonly help: string
  readonly choices?: readonly string[]
  readonly default?: string
}

function withChoices({ help, choices, default: usual }: Explained): string {
  const list = isShort(choices) ? `: ${choices.join(', ')}` : ''
  const fallback = usual === undefined ? '' : ` (default ${usual})`
  return help + list + fallback
}

type Row = readonly [name: string, meaning: string]

function table(rows: readonly Row[]): readonly string[] {
  const width = Math.max(...rows.map(([name]) => name.length))
  const lines = rows.flatMap(([name, meaning]) =>
    wrapped(meaning, COLUMNS - width - 4).map(
      (line, at) => `${(at === 0 ? name : '').padEnd(width)}  ${line}`,
    ),
  )
  return indent(lines)
}

function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}

function indent(lines: readonly string[]): readonly string[] {
  return lines.map(line => `  ${line}`)
}
