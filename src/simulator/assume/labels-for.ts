import { type Labels, type Selector, matchesSelector } from '../../domain/labels/selector.ts'

/** Labels that a selector chooses, no more of them than it takes; undefined when no labels can satisfy it. */
export function labelsFor(selector: Selector): Labels | undefined {
  if (selector.selects === 'nothing') return undefined
  const keys = [...new Set(selector.requirements.map(({ key }) => key))]
  const pairs = keys.flatMap(key => {
    const value = valueFor(selector, key)
    return value === undefined ? [] : [[key, value] as const]
  })
  const labels = Object.fromEntries(pairs)
  return matchesSelector(selector, labels) ? labels : undefined
}

/** The first value of a label that satisfies all that is asked of it; undefined when it had better not be there. */
function valueFor(selector: Selector & { readonly selects: 'matching' }, key: string): string | undefined {
  const asked = selector.requirements.filter(requirement => requirement.key === key)
  const own = { selects: 'matching', requirements: asked } as const
  if (matchesSelector(own, {})) return undefined
  const named = asked.flatMap(({ values }) => values)
  return [...named, 'sample', 'sample-2', ...named.map(value => `${value}-2`)].find(value =>
    matchesSelector(own, { [key]: value }),
  )
}
