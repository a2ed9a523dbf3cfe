import type { ExitCode } from '../../src/cli/command/exit-code.ts'
import type { Io } from '../../src/cli/io/io.ts'
import { memoryIo } from './memory-io.ts'
import { sayRefusal } from '../../src/cli/command/say.ts'
import { Refusal } from '../../src/cli/command/refusal.ts'

type World = Parameters<typeof memoryIo>[0]

/** For tests: what a person sees who types a command, and its exit code. Words on standard error are marked with `>`. */
export async function transcript(
  typed: string,
  run: (io: Io) => Promise<ExitCode>,
  world: World = {},
): Promise<string> {
  const io = memoryIo({ env: { LANG: 'C.UTF-8' }, ...world })
  const code = await run(io).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
    sayRefusal(io, error)
    return error.exitCode
  })
  const words = io.stderr().replaceAll(/^(?=.)/gm, '> ')
  return `$ ${typed}\n${io.stdout()}${words}(exit ${code})\n`
}
