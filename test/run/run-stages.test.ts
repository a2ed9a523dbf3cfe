import { expect, test } from 'vitest'
import { Programs } from './programs.ts'
import { runStages } from './run-stages.ts'
import type { Site, StageResult } from './stage.ts'
import { nothing } from './tally.ts'

const passed = { tally: { ...nothing, passed: 2 }, output: 'quiet words' }
const failed = { tally: { ...nothing, failed: 1 }, output: 'loud words\n' }
const skipped = {
  tally: { ...nothing, skipped: 3 },
  skips: [{ reason: 'no go', count: 3 }],
  remarks: ['a remark'],
}

const cases: readonly Case[] = [
  {
    name: 'what passed shows its line only',
    given: [async () => passed],
    want: { code: 0, said: ['ok one', '2 passed, 0 failed'] },
  },
  {
    name: 'what failed shows its words, and does not keep the next from running',
    given: [async () => failed, async () => passed],
    want: { code: 1, said: ['FAILED one', 'loud words', 'ok two', '2 passed, 1 failed'] },
  },
  {
    name: 'a stage that throws has failed',
    given: [async () => Promise.reject(new Error('cannot run it'))],
    want: { code: 1, said: ['FAILED one', 'cannot run it', '0 passed, 1 failed'] },
  },
  {
    name: 'remarks stand right above the closing line',
    given: [async () => skipped, async () => passed],
    want: {
      code: 0,
      said: ['skipped one', 'ok two', 'a remark', '2 passed, 0 failed, 3 skipped (3: no go)'],
    },
  },
  {
    name: 'a run in which nothing ran has failed',
    given: [async () => skipped],
    want: { code: 1, said: ['skipped one', 'a remark', '0 passed, 0 failed, 3 skipped (3: no go)'] },
  },
]

interface Case {
  readonly name: string
  readonly given: readonly (() => Promise<StageResult>)[]
  readonly want: { readonly code: number; readonly said: readonly string[] }
}

test('stages in a list of their own run at the same time, and all of them count', async () => {
  const said: string[] = []
  const waiting = Promise.withResolvers<StageResult>()
  const finishing = async (): Promise<StageResult> => {
    waiting.resolve(passed)
    return failed
  }
  const code = await runStages(
    [
      [
        { name: 'one', run: () => waiting.promise },
        { name: 'two', run: finishing },
      ],
      { name: 'three', run: async () => passed },
    ],
    { programs: new Programs(), env: {}, scratch: '', say: text => said.push(text) },
  )
  expect({ code, last: said.at(-1), first: said.slice(0, -2).map(withoutSeconds).toSorted() }).toEqual({
    code: 1,
    last: '4 passed, 1 failed',
    first: ['FAILED two', 'loud words', 'ok one'],
  })
})

test('a list in such a list runs in order, beside the others', async () => {
  const started: string[] = []
  const waiting = Promise.withResolvers<StageResult>()
  const stage = (name: string, run: () => Promise<StageResult>) => ({
    name,
    run: async () => {
      started.push(name)
      return run()
    },
  })
  const code = await runStages(
    [
      [
        stage('one', () => waiting.promise),
        [
          stage('two', async () => failed),
          stage('three', async () => {
            waiting.resolve(passed)
            return passed
          }),
        ],
      ],
      stage('four', async () => passed),
    ],
    { programs: new Programs(), env: {}, scratch: '', say: () => undefined },
  )
  expect({ code, started }).toEqual({ code: 1, started: ['one', 'two', 'three', 'four'] })
})

for (const { name, given, want } of cases) {
  test(name, async () => {
    const said: string[] = []
    const stages = given.map((run, index) => ({ name: ['one', 'two'][index] ?? '', run }))
    const code = await runStages(stages, {
      programs: new Programs(),
      env: {},
      scratch: '',
      say: text => said.push(text),
    })
    expect({ code, said: said.map(withoutSeconds) }).toEqual(want)
  })
}

test('what the programs of a stage took of the processors stands beside its time', async () => {
  const said: string[] = []
  const programs = { run: async () => ({ code: 0, output: '', cpuSeconds: 1.25 }) }
  const order = { command: ['true'], env: {}, output: 'keep' } as const
  const run = async ({ programs: own }: Site): Promise<StageResult> => {
    await own.run(order)
    await own.run(order)
    return passed
  }
  const site = { programs, env: {}, scratch: '', say: (text: string) => said.push(text) }
  await runStages(
    [
      { name: 'one', run },
      { name: 'two', run: async () => passed },
    ],
    site,
  )
  expect(said.slice(0, 2)).toEqual([
    expect.stringMatching(/ s, CPU +2\.5 s$/),
    expect.stringMatching(/\d s$/),
  ])
  expect(said[1]).not.toContain('CPU')
})

function withoutSeconds(line: string): string {
  return line.replace(/ +\d+\.\d s$/, '').replace(/ +/g, ' ')
}
