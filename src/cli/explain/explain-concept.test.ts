import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isCauseReason } from '../../domain/explain/cause-reason.ts'
import { concepts } from '../../domain/words/concepts.ts'
import { stepGlyphs, summaryOrder } from '../../domain/words/state-words.ts'
import { memoryIo } from '#test/cli/memory-io.ts'
import { runCli } from '../run-cli.ts'

const root = join(import.meta.dirname, '../../..')

async function explain(words: string): Promise<string> {
  const io = memoryIo()
  expect([await runCli(words.split(' '), io), io.stderr()]).toEqual([0, ''])
  return io.stdout()
}

describe('Words that are no causes', () => {
  test.for(['gate', 'Held', 'proof', 'presets'])('are explained: %s', async word => {
    expect(await explain(`explain ${word}`)).toMatch(new RegExp(`^${word}: .+\\n\\nMore: docs/.+\\n$`))
  })

  test('are listed without a word, one line each', async () => {
    const lines = (await explain('explain')).trimEnd().split('\n')
    expect(lines.slice(0, -2).map(line => line.split(' ', 1)[0])).toEqual(Object.keys(concepts))
    expect(lines.filter(line => line.length > 120)).toEqual([])
  })

  test('are explained to programs as well', async () => {
    expect(JSON.parse(await explain('explain gate -o json'))).toMatchObject({
      kind: 'Concept',
      name: 'gate',
      docs: 'docs/guides/write-a-fitout.md#the-plan',
    })
  })

  test('have all states among them that are no cause', () => {
    const states = [...Object.keys(stepGlyphs), ...summaryOrder].filter(state => !isCauseReason(state))
    expect(states.filter(state => !(state in concepts))).toEqual([])
  })

  test('lead to a heading that is there', () => {
    const broken = Object.values(concepts).filter(({ docs }) => {
      const [file = '', anchor] = docs.split('#')
      const headings = readFileSync(join(root, file), 'utf8').matchAll(/^#+ (.+)$/gm)
      const anchors = [...headings].map(([, heading = '']) =>
        heading
          .toLowerCase()
          .replaceAll(/[^\w -]/g, '')
          .replaceAll(' ', '-'),
      )
      return anchor !== undefined && !anchors.includes(anchor)
    })
    expect(broken).toEqual([])
  })
})
