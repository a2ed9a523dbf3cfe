import { type History, type Line, describeCall } from '../history/line.ts'
import { type Violation, breach } from '../violation.ts'
import { type Canary, type CanaryForm, canaryForms } from './canary-forms.ts'

/** A text that someone may read: a log, a page of metrics, an answer of the console. */
interface Sink {
  readonly name: string
  readonly text: string
}

/** What must not be reported, and where it is looked for beside the history itself. */
export interface SecretOptions {
  readonly canaries: readonly Canary[]
  readonly sinks?: readonly Sink[]
}

interface Sought {
  readonly name: string
  readonly forms: readonly CanaryForm[]
}

/** Finds values of Secrets where nobody may see them: in the sinks, and in every object of the history but Secrets. */
export function checkSecrets(
  history: History,
  { canaries, sinks = [] }: SecretOptions,
): readonly Violation[] {
  const sought = canaries.map(canary => ({ name: canary.name, forms: canaryForms(canary) }))
  if (sought.length === 0) return []
  return [
    ...history.filter(isOpenToReaders).flatMap(line => {
      const text = `${JSON.stringify(line.body)}\n${JSON.stringify(line.object)}`
      return findIn(text, sought).map(({ what }) =>
        breach('secrets', line, `${describeCall(line)} holds ${what}`),
      )
    }),
    ...sinks.flatMap(({ name, text }) =>
      findIn(text, sought).map(({ what, index }) => {
        const row = text.slice(0, index).split('\n').length
        return { rule: 'secrets', sentence: `${name}, line ${row}, holds ${what}` } as const
      }),
    ),
  ]
}

// The Secret itself is where the value belongs.
function isOpenToReaders({ resource, body, object }: Line): boolean {
  return resource !== 'secrets' && (body !== undefined || object !== undefined)
}

// The value itself is never part of the sentence.
function findIn(text: string, sought: readonly Sought[]): readonly { what: string; index: number }[] {
  return sought.flatMap(({ name, forms }) => {
    for (const { form, text: secret } of forms) {
      const index = text.indexOf(secret)
      if (index >= 0) return { what: `the value of ${name} (${form})`, index }
    }
    return []
  })
}
