import { expect, test } from 'vitest'
import { commands } from './commands.ts'
import { helpText } from './help-text.ts'
import { memoryIo } from './io/memory-io.ts'
import { runCli } from './run-cli.ts'
import { sampleCommand } from './sample-command.ts'

test('Help shows one of everything', async () => {
  const text = helpText(sampleCommand, [sampleCommand])
  await expect(text).toMatchFileSnapshot('../../test/golden/cli/help-sample.txt')
})

for (const command of [undefined, ...commands]) {
  const text = helpText(command, commands)
  const title = `fitout ${command?.name ?? ''}`.trim()

  test(`Help on ${title} fits on one screen`, () => {
    const lines = text.trimEnd().split('\n')
    expect(lines.length).toBeLessThanOrEqual(40)
    expect(lines.filter(line => line.length > 100)).toEqual([])
  })

  test(`Help on ${title} has three examples that run`, async () => {
    const examples = exampleCalls(text)
    expect(examples).toHaveLength(3)
    for (const words of examples) expect(await runCli(words, memoryIo())).toBe(0)
  })
}

/** The words after `fitout` in each example, without what the shell does around them. */
function exampleCalls(text: string): readonly (readonly string[])[] {
  const [, examples = ''] = /^Examples:\n((?: {2}.*\n)+)/m.exec(text) ?? []
  return Array.from(examples.matchAll(/\bfitout\b([^|>)\n]*)/g), ([, words = '']) =>
    words.trim().split(' '),
  ).map(words => words.filter(word => word !== ''))
}
