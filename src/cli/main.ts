import { processIo } from './io/process-io.ts'
import { sayError } from './command/say.ts'
import { nodeProblem } from './node-version.ts'
import { reportBug } from './report-bug.ts'
import { runCli } from './run-cli.ts'

// Ctrl-C has no handler on purpose. A program that dies of the signal makes the shell report 130 and end the loop or
// script around it; a program that exits with 130 by itself would let that loop continue.

const io = processIo(process)

// What a command started and did not wait for ends up here.
process.on('uncaughtException', error => {
  reportBug(io, error)
  process.exit(70)
})

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader has seen enough, like `head`. The command still ends with its own exit code: a judge must not say yes
  // because nobody listened.
  if (error.code === 'EPIPE') return
  sayError(io, `cannot write to standard output: ${error.message}`)
  process.exit(1)
})

// Without standard error there is nobody to tell; the exit code says what it can.
process.stderr.on('error', () => {})

async function main(): Promise<void> {
  // An older Node would fail somewhere in a command, and look like a bug.
  const problem = nodeProblem(process.versions.node)
  if (problem !== undefined) {
    sayError(io, problem)
    process.exitCode = 2
    return
  }
  process.exitCode = await runCli(process.argv.slice(2), io)
}

// Not awaited: chunks that are loaded later import from this file and may not have to wait for its end, so a top-level
// await would make the bundler split this file in two, and every start slower.
void main()
