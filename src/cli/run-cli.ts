import type { Command } from './command/command.ts'
import { commands as allCommands } from './commands/all-commands.ts'
import type { ExitCode } from './command/exit-code.ts'
import { helpText } from './commands/help-text.ts'
import type { Io } from './io/io.ts'
import { sayError, sayRefusal, sayTry } from './command/say.ts'
import { pasteable } from './parse/pasteable.ts'
import { type CommandLine, readCommandLine } from './parse/read-command-line.ts'
import { type Request, understand } from './parse/understand.ts'
import { UsageError } from './parse/usage-error.ts'
import { Refusal } from './command/refusal.ts'
import { reportBug } from './report-bug.ts'
import { version } from './command/version.ts'

/** Does what `words` ask for and returns the exit code. Never throws: every outcome is told to the user here. */
export async function runCli(words: readonly string[], io: Io, commands = allCommands): Promise<ExitCode> {
  if (words[0] === '__complete') {
    const { printCandidates } = await import('./completion/print-candidates.ts')
    return printCandidates(words.slice(1), io, { commands })
  }

  const line = readCommandLine(words, commands)
  const told = withFlags(io, line, commands)
  try {
    return await answer(understand(line, commands), told, commands)
  } catch (error) {
    return explain(error, told)
  }
}

async function answer(request: Request, io: Io, commands: readonly Command[]): Promise<ExitCode> {
  if (request.kind === 'help') {
    io.write(helpText(request.about, commands))
    return 0
  }
  if (request.kind === 'version') {
    io.write(`fitout ${version}\n`)
    return 0
  }
  if (request.kind === 'nothing') {
    // A script that lost its arguments must not take the help text for an answer.
    io.say(helpText(undefined, commands).trimEnd())
    return 2
  }
  return request.command.run(request.input, io)
}

function explain(error: unknown, io: Io): ExitCode {
  if (error instanceof UsageError) {
    sayError(io, error.message)
    sayTry(io, error.hint)
    return 2
  }
  if (error instanceof Refusal) {
    sayRefusal(io, error)
    return error.exitCode
  }
  reportBug(io, error)
  return 70
}

// From the unjudged line, so that `--color never` holds for the error about the word next to it.
function withFlags(io: Io, line: CommandLine, commands: readonly Command[]): Io {
  const { flags } = line
  const color = flags.get('color')
  return {
    ...io,
    hasColor: color === 'always' || (color !== 'never' && io.hasColor),
    mayAsk: io.mayAsk && !flags.has('no-input'),
    isVerbose: flags.has('verbose'),
    pasteable: pasteable(line, commands),
  }
}
