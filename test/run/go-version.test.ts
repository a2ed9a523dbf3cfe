import { expect, test } from 'vitest'
import { skipReasonFor } from './go-version.ts'

const need = 'Go 1.26 or newer is needed to build the lab'

const cases = [
  { name: 'the oldest Go that will do is 1.26', given: 'go1.26', want: undefined },
  { name: 'a patch release will do', given: 'go1.26.8', want: undefined },
  { name: 'a release candidate will do', given: 'go1.27rc1', want: undefined },
  { name: 'a development build will do', given: 'devel go1.28-0a1b2c3', want: undefined },
  { name: 'the next major version will do', given: 'go2.0', want: undefined },
  { name: 'an older Go is named', given: 'go1.25.4', want: `${need}, and the go on the PATH is 1.25.4` },
  {
    name: 'minor versions are numbers, not text',
    given: 'go1.9',
    want: `${need}, and the go on the PATH is 1.9`,
  },
  { name: 'a missing Go is said to be missing', given: undefined, want: `${need}, and no go is on the PATH` },
  {
    name: 'words that are no version are quoted',
    given: 'tip',
    want: `${need}, and the go on the PATH calls itself "tip"`,
  },
]
for (const { name, given, want } of cases) {
  test(name, () => expect(skipReasonFor(given)).toBe(want))
}
