import { evaluateCel } from '../src/domain/cel/evaluate-cel.ts'
import { parseCel } from '../src/domain/cel/parse-cel.ts'
import { compare } from './compare.ts'
import type { Subject } from './subject.ts'

const ROUNDS = 20
const TIMES = 2_000
const work = { amount: TIMES, unit: 'evaluations' }

const text =
  "status.conditions.filter(e, e.type == 'Ready').all(e, e.status == 'True' && e.observedGeneration == metadata.generation)"
const object = {
  metadata: { name: 'web', namespace: 'shop', generation: 3 },
  status: {
    conditions: ['Available', 'Progressing', 'Ready', 'Reconciling'].map(type => ({
      type,
      status: 'True',
      observedGeneration: 3,
      reason: 'Fine',
      message: 'All is well',
    })),
  },
}

/** Health expressions run for every object of a custom kind, on every look. */
export const cel: Subject = {
  name: 'cel',
  summary: `${TIMES.toLocaleString('en')} times each, median of ${ROUNDS} runs in turns`,
  measure: () =>
    compare(
      [
        // What the same question costs without a language.
        { name: 'the same in JavaScript', work, run: () => repeat(inJavaScript) },
        { name: 'evaluate', work, run: () => repeat(evaluator(text)) },
        { name: 'parse and evaluate', work, run: () => repeat(() => evaluator(text)()) },
      ],
      ROUNDS,
    ),
}

function evaluator(expression: string): () => unknown {
  const parsed = parseCel(expression)
  if (!parsed.ok) throw parsed.error
  return () => {
    const result = evaluateCel(parsed.expression, object)
    if (!result.ok) throw result.error
    return result.value
  }
}

function inJavaScript(): boolean {
  const { metadata, status } = object
  return status.conditions
    .filter(({ type }) => type === 'Ready')
    .every(
      ({ status, observedGeneration }) => status === 'True' && observedGeneration === metadata.generation,
    )
}

function repeat(work: () => unknown): void {
  for (let time = 0; time < TIMES; time++) work()
}
