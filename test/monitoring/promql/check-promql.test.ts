import { describe, expect, test } from 'vitest'
import { readPage } from '../read-page.ts'
import { checkPromql, knownIn } from './check-promql.ts'

const known = knownIn([
  readPage(
    [
      'clusters{fitout="a/b",state="Ready"} 1',
      'gate_seconds_bucket{le="1",fitout="a/b"} 1',
      'reconciles_total{result="done"} 1',
      'leading 1',
    ].join('\n'),
  ),
])

describe('An expression is right', () => {
  const cases = [
    { given: 'leading', labels: 'instance job namespace pod container' },
    { given: 'sum by (fitout) (clusters{state="Ready"}) > 0', labels: 'fitout' },
    {
      given: 'topk(3, max by (fitout, state) (clusters{fitout=~"$fitout", state!="Ready"}))',
      labels: 'fitout state',
    },
    {
      given: 'histogram_quantile(0.95, sum by (le) (rate(gate_seconds_bucket[$__rate_interval])))',
      labels: '',
    },
    { given: 'absent(leading == 1)', labels: '' },
    {
      given: 'max by (result) (reconciles_total and on (instance) leading == 1) / 2 > 1e3 or (leading)',
      labels: 'result',
    },
    { given: 'min_over_time(clusters[1h30m])', labels: 'fitout state instance job namespace pod container' },
  ]
  test.for(cases)('$given', ({ given, labels }) => {
    expect(checkPromql(given, known)).toEqual({
      problems: [],
      labels: labels === '' ? [] : labels.split(' '),
    })
  })
})

describe('An expression is wrong', () => {
  const cases = [
    { name: 'with a metric that nobody tells', given: 'sum(cluster)', want: 'no controller tells cluster' },
    {
      name: 'with a label that does not exist',
      given: 'clusters{step="a"}',
      want: 'clusters has no label step',
    },
    {
      name: 'with a value that a label never has',
      given: 'clusters{state="ready"}',
      want: 'state of clusters is never "ready"',
    },
    {
      name: 'by a label that does not exist',
      given: 'sum by (step) (clusters)',
      want: 'sum by step, which does not exist',
    },
    {
      name: 'by a label that does not exist any more',
      given: 'max by (state) (sum by (fitout) (clusters))',
      want: 'max by state, which does not exist',
    },
    {
      name: 'on a label that one side lacks',
      given: 'clusters and on (fitout) leading',
      want: 'on fitout, which is not on both sides',
    },
    {
      name: 'with a function that there is not',
      given: 'ratio(clusters)',
      want: 'no function ratio is known',
    },
    { name: 'with a rate of now', given: 'rate(reconciles_total)', want: 'rate wants a time' },
    { name: 'with a time for what is now', given: 'absent(leading[5m])', want: 'absent wants no time' },
    { name: 'with a rate of a gauge', given: 'rate(clusters[5m])', want: 'only what is counted has a rate' },
    {
      name: 'with an increase of a gauge',
      given: 'increase(clusters[5m])',
      want: 'only what is counted has a rate',
    },
    {
      name: 'with a quantile of no buckets',
      given: 'histogram_quantile(0.5, sum by (fitout) (rate(gate_seconds_bucket[5m])))',
      want: 'histogram_quantile wants the label le',
    },
    {
      name: 'when it is not closed',
      given: 'sum(clusters',
      want: 'cannot read expression at 12: ")" is due, not ""',
    },
    {
      name: 'when there is more behind it',
      given: 'clusters)',
      want: 'cannot read expression at 8: nobody wants ")" here',
    },
    {
      name: 'when a label has no value',
      given: 'clusters{state=Ready}',
      want: 'cannot read expression at 15: a string is due, not "Ready"',
    },
    {
      name: 'when a time is none',
      given: 'rate(reconciles_total[5])',
      want: 'cannot read expression at 22: a duration is due, not "5"',
    },
    {
      name: 'with a sign of another language',
      given: 'clusters ; leading',
      want: 'cannot read expression at 9: nothing begins with ";"',
    },
    {
      name: 'when a label is compared',
      given: 'clusters{state>"a"}',
      want: 'cannot read expression at 14: no label is matched by ">"',
    },
  ]
  test.for(cases)('$name', ({ given, want }) => {
    expect(checkPromql(given, known).problems).toEqual([want])
  })
})
