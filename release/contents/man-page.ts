import { commands } from '../../src/cli/commands/all-commands.ts'
import { helpText } from '../../src/cli/commands/help-text.ts'

/** The manual page fitout(1), from what `--help` says. */
export function manPage({ version, time }: { readonly version: string; readonly time: Date }): string {
  const sections = commands.map(command => [
    `.SS "fitout ${command.name}"`,
    ...preformatted(helpText(command, commands)),
  ])
  return [
    `.TH FITOUT 1 "${time.toISOString().slice(0, 10)}" "fitout ${version}" "User Commands"`,
    '.SH NAME',
    'fitout \\- take Cluster API clusters from a running API server to healthy add-ons',
    '.SH SYNOPSIS',
    '.B fitout',
    '.I command',
    '[flags]',
    '.SH DESCRIPTION',
    ...preformatted(helpText(undefined, commands)),
    '.SH COMMANDS',
    ...sections.flat(),
    '',
  ].join('\n')
}

function preformatted(text: string): readonly string[] {
  return ['.nf', ...text.trimEnd().split('\n').map(escaped), '.fi']
}

// A line that begins with a dot or a quote would be a request; a hyphen would be set as a longer one.
function escaped(line: string): string {
  return line.replaceAll('\\', '\\e').replaceAll('-', '\\-').replace(/^[.']/, '\\&$&')
}
