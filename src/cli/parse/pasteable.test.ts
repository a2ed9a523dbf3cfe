import { describe, expect, test } from 'vitest'
import { commands } from '../commands/all-commands.ts'
import { pasteable } from './pasteable.ts'
import { readCommandLine } from './read-command-line.ts'

const live = 'status --kubeconfig mgmt.yaml --context admin@mgmt'
const cases = [
  { typed: 'status', shown: 'fitout why a/b', want: 'fitout why a/b' },
  {
    typed: live,
    shown: 'fitout why a/b',
    want: 'fitout why a/b --kubeconfig mgmt.yaml --context admin@mgmt',
  },
  {
    typed: 'status --snapshot fleet.json',
    shown: 'fitout why a/b',
    want: 'fitout why a/b --snapshot fleet.json',
  },
  { typed: 'status --snapshot fleet.json', shown: 'fitout refresh a/b', want: 'fitout refresh a/b' },
  { typed: 'status --snapshot -', shown: 'fitout why a/b', want: 'fitout why a/b' },
  {
    typed: 'status --kubeconfig=my$file',
    shown: 'fitout why a/b',
    want: "fitout why a/b --kubeconfig 'my$file'",
  },
  { typed: live, shown: 'fitout status --help', want: 'fitout status --help' },
  { typed: live, shown: 'fitout explain NoNodes', want: 'fitout explain NoNodes' },
  { typed: 'status --context', shown: 'fitout why a/b', want: 'fitout why a/b' },
  {
    typed: live,
    shown: 'kubectl get clusters',
    want: 'kubectl --kubeconfig mgmt.yaml --context admin@mgmt get clusters',
  },
  {
    typed: 'status --kubeconfig mgmt.yaml',
    shown: 'kubectl --context usual version',
    want: 'kubectl --kubeconfig mgmt.yaml --context usual version',
  },
  {
    typed: live,
    shown: 'now=$(date +%s) && kubectl --kubeconfig <(clusterctl get kubeconfig b -n a) -n c annotate d e f',
    want: 'now=$(date +%s) && kubectl --kubeconfig <(clusterctl get kubeconfig b -n a --kubeconfig mgmt.yaml --kubeconfig-context admin@mgmt) -n c annotate d e f',
  },
]

describe('What is shown to be pasted', () => {
  test.for(cases)('after "$typed": $shown', ({ typed, shown, want }) => {
    const line = readCommandLine(typed.split(' '), commands)
    expect(pasteable(line, commands)(shown)).toBe(want)
  })
})
