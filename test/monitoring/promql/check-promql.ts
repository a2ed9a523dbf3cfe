import type { Page } from '../read-page.ts'
import { type Expression, parsePromql } from './parse-promql.ts'
import { PromqlError } from './tokenize.ts'

/** What is there to be asked for: the labels of each series, and the values of each label, by name. */
export type Known = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>

/** What Prometheus itself puts on every series of a Pod. */
const targetLabels = ['instance', 'job', 'namespace', 'pod', 'container']

/** Functions, and whether they want a time or now. */
const functions: Readonly<Record<string, 'range' | 'instant'>> = {
  rate: 'range',
  increase: 'range',
  min_over_time: 'range',
  absent: 'instant',
  histogram_quantile: 'instant',
}

/** Gathers what real pages show. */
export function knownIn(pages: readonly Page[]): Known {
  const known = new Map<string, Map<string, Set<string>>>()
  for (const { name, labels } of pages.flatMap(({ series }) => series)) {
    const ofMetric = known.get(name) ?? new Map<string, Set<string>>()
    known.set(name, ofMetric)
    for (const [label, value] of Object.entries(labels))
      ofMetric.set(label, (ofMetric.get(label) ?? new Set()).add(value))
  }
  return known
}

/** An expression that was checked: what is wrong with it, and the labels of what it gives. */
export interface Checked {
  readonly problems: readonly string[]
  readonly labels: readonly string[]
}

/** Checks an expression against what a real controller shows. */
export function checkPromql(text: string, known: Known): Checked {
  try {
    return check(parsePromql(text), known)
  } catch (error) {
    if (!(error instanceof PromqlError)) throw error
    return { problems: [error.message], labels: [] }
  }
}

function check(expression: Expression, known: Known): Checked {
  switch (expression.kind) {
    case 'number':
      return { problems: [], labels: [] }
    case 'selector':
      return checkSelector(expression, known)
    case 'call':
      return checkCall(expression, known)
    case 'aggregation':
      return checkAggregation(expression, known)
    case 'operation':
      return checkOperation(expression, known)
    default:
      return expression satisfies never
  }
}

type Of<Kind> = Extract<Expression, { readonly kind: Kind }>

function checkSelector({ metric, matchers }: Of<'selector'>, known: Known): Checked {
  const labels = known.get(metric)
  if (!labels) return { problems: [`no controller tells ${metric}`], labels: [] }
  const all = [...labels.keys(), ...targetLabels]
  const problems = matchers.flatMap(({ label, sign, value }) => {
    if (!all.includes(label)) return [`${metric} has no label ${label}`]
    // What only a pattern says cannot be looked up.
    const isSure = sign.endsWith('~') || (labels.get(label)?.has(value) ?? true)
    return isSure ? [] : [`${label} of ${metric} is never ${JSON.stringify(value)}`]
  })
  return { problems, labels: all }
}

function checkCall({ name, given }: Of<'call'>, known: Known): Checked {
  const wants = functions[name]
  if (wants === undefined) return { problems: [`no function ${name} is known`], labels: [] }
  const inner = given.map(one => check(one, known))
  const last = given.at(-1)
  const isRange = last?.kind === 'selector' && last.isRange
  const labels = inner.at(-1)?.labels ?? []
  return {
    problems: [
      ...inner.flatMap(({ problems }) => problems),
      ...(isRange === (wants === 'range')
        ? []
        : [`${name} wants ${wants === 'range' ? 'a time' : 'no time'}`]),
      ...(name === 'rate' || name === 'increase' ? notCounted(last) : []),
      ...(name === 'histogram_quantile' && !labels.includes('le') ? [`${name} wants the label le`] : []),
    ],
    labels: name === 'absent' ? [] : labels.filter(label => name !== 'histogram_quantile' || label !== 'le'),
  }
}

function notCounted(given: Expression | undefined): readonly string[] {
  const isCounted = given?.kind === 'selector' && /_(?:total|bucket|sum|count)$/.test(given.metric)
  return isCounted ? [] : ['only what is counted has a rate']
}

function checkAggregation({ name, by, given }: Of<'aggregation'>, known: Known): Checked {
  const inner = given.map(one => check(one, known))
  const labels = inner.at(-1)?.labels ?? []
  const missing = by.filter(label => !labels.includes(label))
  const isWhole = name === 'topk' || name === 'bottomk'
  return {
    problems: [
      ...inner.flatMap(({ problems }) => problems),
      ...missing.map(label => `${name} by ${label}, which does not exist`),
    ],
    labels: isWhole ? labels : by,
  }
}

function checkOperation({ on, left, right }: Of<'operation'>, known: Known): Checked {
  const [first, second] = [check(left, known), check(right, known)]
  const missing = (on ?? []).filter(label => !first.labels.includes(label) || !second.labels.includes(label))
  return {
    problems: [
      ...first.problems,
      ...second.problems,
      ...missing.map(label => `on ${label}, which is not on both sides`),
    ],
    labels: first.labels,
  }
}
