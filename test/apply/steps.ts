import * as fc from 'fast-check'
import type { JobFault } from './faulty-job.ts'
import { type ObjectName, objectNames } from './wanted-objects.ts'

/** A change to one object. */
export type Edit =
  | { readonly kind: 'set'; readonly name: ObjectName; readonly value: number }
  | { readonly kind: 'move'; readonly name: ObjectName; readonly file: number }
  | { readonly kind: 'remove'; readonly name: ObjectName }

/** A job, as CI starts it. */
export interface Pipeline {
  readonly kind: 'pipeline'
  /** How many pushes ago its commit was pushed. */
  readonly back: number
  /** Whether its clone is of now, or of when its commit was pushed. */
  readonly isStale: boolean
  readonly depth: 1 | 2 | undefined
  readonly isOffline: boolean
  readonly fault: JobFault
  /** Whether others are started before it has ended. */
  readonly isParallel: boolean
}

/** What happens next. Numbers that choose are taken modulo of what there is. */
export type Step =
  | { readonly kind: 'commit'; readonly edits: readonly Edit[] }
  | { readonly kind: 'merge'; readonly back: number; readonly edits: readonly Edit[] }
  | { readonly kind: 'revert'; readonly back: number }
  | { readonly kind: 'force-push'; readonly back: number }
  | { readonly kind: 'rewrite'; readonly back: number; readonly edits: readonly Edit[] }
  | Pipeline
  | { readonly kind: 'wait'; readonly seconds: number }
  /** Another client makes an object, in a namespace or of a kind that came from Git. */
  | { readonly kind: 'stranger'; readonly what: 'map one' | 'map two' | 'widget'; readonly number: number }

const name = fc.constantFrom(...objectNames)
const back = fc.nat({ max: 4 })
const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('set' as const), name, value: fc.nat({ max: 5 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('move' as const), name, file: fc.nat({ max: 2 }) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('remove' as const), name }) },
)
const edits = fc.array(edit, { minLength: 1, maxLength: 6 })

const write = fc.integer({ min: 1, max: 25 })
const fault: fc.Arbitrary<JobFault> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ kind: 'none' as const }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'killed-before' as const,
        'killed-after' as const,
        'answer-lost' as const,
        'cut-off' as const,
        'frozen' as const,
      ),
      write,
    }),
  },
)

const pipeline: fc.Arbitrary<Pipeline> = fc.record({
  kind: fc.constant('pipeline' as const),
  back: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: back }),
  isStale: fc.boolean(),
  depth: fc.constantFrom(undefined, undefined, 1 as const, 2 as const),
  isOffline: fc.oneof(
    { weight: 4, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
  fault,
  isParallel: fc.boolean(),
})

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('commit' as const), edits }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('merge' as const), back, edits }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('revert' as const), back }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('force-push' as const), back }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rewrite' as const), back, edits }) },
  { weight: 7, arbitrary: pipeline },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), seconds: fc.nat({ max: 200 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('stranger' as const),
      what: fc.constantFrom('map one' as const, 'map two' as const, 'widget' as const),
      number: fc.nat({ max: 2 }),
    }),
  },
)

/** Histories of commits, with pipelines in between. */
export const histories = fc.record({
  seed: fc.nat(),
  steps: fc.array(step, { minLength: 2, maxLength: 24, size: 'max' }),
  /** How many commits the branch is moved back at the very end, when a job has applied its newest. */
  movedBack: fc.oneof(
    { weight: 3, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 3 }) },
  ),
  /** The job of the last commit: nothing goes wrong with it. */
  last: fc.constantFrom<1 | 2 | undefined>(undefined, 1, 2),
})
