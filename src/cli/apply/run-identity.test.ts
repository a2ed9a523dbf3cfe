import { expect, test } from 'vitest'
import { runIdentity } from './run-identity.ts'

const cases = [
  { name: 'a job of GitLab', env: { CI_JOB_ID: '4711' }, want: 'GitLab job 4711 (u)' },
  { name: 'a run of GitHub', env: { GITHUB_RUN_ID: '12' }, want: 'GitHub run 12 (u)' },
  { name: 'nobody that it knows', env: {}, want: 'fitout apply (u)' },
  { name: 'a variable with other words', env: { CI_JOB_ID: '1\nx' }, want: 'fitout apply (u)' },
]
test.for(cases)('A run says who it is by $name', ({ env, want }) => {
  expect(runIdentity(env, 'u')).toBe(want)
})

test('Two runs of one job are two', () => {
  const env = { CI_JOB_ID: '4711' }
  expect(runIdentity(env)).not.toBe(runIdentity(env))
})
