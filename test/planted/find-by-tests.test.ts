import { expect, test } from 'vitest'
import type { Finding } from './find-by-seeds.ts'
import { findByTests } from './find-by-tests.ts'
import type { PlantedBug } from './planted-bug.ts'
import type { Child, ChildEnd } from './run-child.ts'

const bugs = ['one', 'two', 'three'].map((id, number): PlantedBug => ({
  number,
  id,
  sentence: 'Something',
  file: 'a.ts',
  from: 'a',
  to: 'b',
  finder: { by: 'tests', file: 'a.test.ts' },
}))

/** The first test that fails with a bug in it; `endless` makes the process hang, `none` fails no test. */
type Ends = Readonly<Record<string, string>>

async function findingsWith(ends: Ends): Promise<{ asked: string[]; told: string[] }> {
  const [asked, told]: [string[], string[]] = [[], []]
  const run = async ({ args }: Child): Promise<ChildEnd> => {
    asked.push(args.join(' '))
    const lines: unknown[] = []
    for (const bug of args) {
      const end = ends[bug] ?? 'none'
      if (end === 'endless') return { lines, end: 'endless', error: '' }
      lines.push({ bug, seconds: 1, ...(end === 'none' ? {} : { test: end }) })
    }
    return { lines, end: 'done', error: '' }
  }
  const tell = ({ bug, found }: Finding) => told.push(`${bug.id}: ${found?.sentence ?? 'survives'}`)
  await findByTests(bugs, { patienceMs: 1000, run }, tell)
  return { asked, told }
}

test.for<{ name: string; ends: Ends; asked: string[]; told: string[] }>([
  {
    name: 'are looked for in one process, and found by the first test that fails',
    ends: { one: 'A thing > works', two: 'A thing > ends', three: 'Another > works' },
    asked: ['one two three'],
    told: ['one: A thing > works', 'two: A thing > ends', 'three: Another > works'],
  },
  {
    name: 'survive when all tests pass',
    ends: { two: 'A thing > works' },
    asked: ['one two three'],
    told: ['one: survives', 'two: A thing > works', 'three: survives'],
  },
  {
    name: 'survive when they make the tests hang, and those after them get another process',
    ends: { one: 'A thing > works', two: 'endless', three: 'A thing > ends' },
    asked: ['one two three', 'three'],
    told: ['one: A thing > works', 'two: survives', 'three: A thing > ends'],
  },
  {
    name: 'survive when the tests cannot be run at all',
    ends: { one: 'endless', two: 'endless', three: 'endless' },
    asked: ['one two three', 'two three', 'three'],
    told: ['one: survives', 'two: survives', 'three: survives'],
  },
])('Bugs that tests must find $name', async ({ ends, asked, told }) => {
  expect(await findingsWith(ends)).toEqual({ asked, told })
})
