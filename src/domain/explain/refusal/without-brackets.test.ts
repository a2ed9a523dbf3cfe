import { expect, test } from 'vitest'
import { withoutBrackets } from './without-brackets.ts'

const cases = [
  {
    name: 'what has none stays',
    given: 'spec.replicas: Required value',
    want: 'spec.replicas: Required value',
  },
  { name: 'those of an index stay', given: 'spec.ports[0]', want: 'spec.ports[0]' },
  {
    name: 'those around a list go',
    given: '[spec.ports[0].port: Invalid value: 0, spec.name: Required value]',
    want: 'spec.ports[0].port: Invalid value: 0, spec.name: Required value',
  },
  {
    name: 'the end of a list goes',
    given: 'no matches for kind "A" in version "b/v1"]',
    want: 'no matches for kind "A" in version "b/v1"',
  },
  { name: 'the comma before the next goes', given: ' not today, ', want: 'not today' },
  {
    name: 'the beginning of a list that was cut goes',
    given: '[spec.ports[0].port: Inv',
    want: 'spec.ports[0].port: Inv',
  },
]

test.for(cases)('Of words out of a list, $name', ({ given, want }) => {
  expect(withoutBrackets(given)).toBe(want)
})
