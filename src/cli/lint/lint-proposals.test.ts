import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { memoryIo } from '#test/cli/memory-io.ts'
import { runCli } from '../run-cli.ts'

const proposals = join(import.meta.dirname, '../../../test/golden/lint-proposals')

/** What a person sees who judges manifests of a proposal, fixes what is safe, and is left with the rest. */
async function judge(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fitout-proposal-'))
  try {
    await cp(join(proposals, name), folder, { recursive: true })
    let shown = ''
    for (const words of [['lint'], ['lint', '--fix']]) {
      const io = memoryIo({ cwd: folder })
      const code = await runCli(words, io)
      shown += `$ fitout ${words.join(' ')}\n${io.stderr()}${io.stdout()}(exit ${code})\n`
    }
    return shown
  } finally {
    await rm(folder, { recursive: true })
  }
}

// Flux by a HelmRelease, Karpenter with variables, a Secret of outputs: each looks right, and none can work.
test.for(['flux', 'karpenter', 'values', '.'])(
  'Manifests of a proposal are judged as they stand, and what is left after --fix is for a person: %s',
  async name => {
    const golden = name === '.' ? 'all' : name
    await expect(await judge(name)).toMatchFileSnapshot(
      `../../../test/golden/cli/lint-proposal-${golden}.txt`,
    )
  },
)
