import { expect, test } from 'vitest'
import { editObject } from './edit-object.ts'

const release = (namespace: string, name = 'web') =>
  `kind: HelmRelease\nmetadata:\n  name: ${name}\n${namespace === '' ? '' : `  namespace: ${namespace}\n`}`
const marked = (text: string) => `${text}# changed\n`
const carried = (text: string) =>
  `kind: ConfigMap\nmetadata:\n  name: c\ndata:\n  all.yaml: |\n${text.replaceAll(/^(?=.)/gm, '    ')}`

const cases = [
  {
    name: 'the object of the namespace, not its namesake before it',
    given: `${release('a')}---\n${release('b')}`,
    want: `${release('a')}---\n${marked(release('b'))}`,
  },
  {
    name: 'an object that gets its namespace later, if no other one fits',
    given: `${release('a')}---\n${release('')}`,
    want: `${release('a')}---\n${marked(release(''))}`,
  },
  { name: 'nothing, if all namesakes are in other namespaces', given: release('a'), want: undefined },
  {
    name: 'an object that a ConfigMap carries',
    given: carried(`${release('a')}---\n${release('b')}`),
    want: carried(`${release('a')}---\n${marked(release('b'))}`),
  },
  { name: 'nothing of another name', given: release('b', 'api'), want: undefined },
]
for (const { name, given, want } of cases) {
  test(`An edit changes ${name}`, () => {
    expect(editObject(given, { kind: 'HelmRelease', namespace: 'b', name: 'web' }, marked)).toBe(want)
  })
}
