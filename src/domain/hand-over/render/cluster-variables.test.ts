import { describe, expect, test } from 'vitest'
import { paymentsEuTraits } from '#test/domain/sample-hand-over.ts'
import {
  type ClusterTraits,
  CLUSTER_VARIABLES,
  clusterVariables,
  isClusterVariable,
} from './cluster-variables.ts'

function variablesOf(given: Partial<ClusterTraits> = {}): Record<string, string> {
  const variables = clusterVariables({ ...paymentsEuTraits, ...given })
  return Object.fromEntries(
    [...variables].map(([name, variable]) => [
      name,
      variable.kind === 'text' ? Buffer.from(variable.value.reveal()).toString() : variable.hold.message,
    ]),
  )
}

describe('The variables of a Cluster', () => {
  test('say which it is, where it answers and what it runs', () => {
    expect(variablesOf()).toEqual({
      CLUSTER_NAME: 'payments-eu',
      CLUSTER_NAMESPACE: 'fleet',
      CLUSTER_UID: '11111111-2222-4333-8444-555555555555',
      CLUSTER_ENDPOINT: 'https://api.payments.example:6443',
      CLUSTER_ENDPOINT_HOST: 'api.payments.example',
      CLUSTER_ENDPOINT_PORT: '6443',
      KUBERNETES_VERSION: 'v1.35.4',
      KUBERNETES_MINOR: '1.35',
      CLUSTER_LABEL_TOPOLOGY_KUBERNETES_IO_REGION: 'eu-west-1',
      CLUSTER_VARIABLE_WORKERS: '{"max":3,"min":1}',
    })
  })

  test('are not set as long as nobody knows them', () => {
    const names = Object.keys(
      variablesOf({ endpoint: undefined, kubernetesVersion: undefined, labels: {}, topologyVariables: [] }),
    )
    expect(names).toEqual(['CLUSTER_NAME', 'CLUSTER_NAMESPACE', 'CLUSTER_UID'])
  })

  test('give the endpoint as a URL', () => {
    expect(variablesOf({ endpoint: { host: 'a.b', port: 443 } })['CLUSTER_ENDPOINT']).toBe('https://a.b')
    expect(variablesOf({ endpoint: { host: '::1', port: 6443 } })['CLUSTER_ENDPOINT']).toBe(
      'https://[::1]:6443',
    )
  })

  const deep = Array.from({ length: 200 }).reduce<unknown>(inner => [inner], 1)
  test.for([
    { name: 'a string', value: 'a b', want: 'a b' },
    { name: 'a number', value: 3, want: '3' },
    { name: 'a large number', value: 2n ** 60n, want: '1152921504606846976' },
    { name: 'a list', value: ['a', { c: null, b: true }], want: '["a",{"b":true,"c":null}]' },
    { name: 'nothing', value: null, want: undefined },
    { name: 'what is deeper than any variable', value: deep, want: undefined },
  ])('give a topology variable that is $name', ({ value, want }) => {
    expect(variablesOf({ topologyVariables: [{ name: 'a.b', value }] })['CLUSTER_VARIABLE_A_B']).toBe(want)
  })

  test('are ambiguous where two labels want one name', () => {
    expect(variablesOf({ labels: { 'a.b/c': '1', 'a-b/c': '2' } })['CLUSTER_LABEL_A_B_C']).toBe(
      'Variable "CLUSTER_LABEL_A_B_C" is defined by label "a-b/c" and by label "a.b/c"',
    )
  })

  test('have names of their own', () => {
    const own = [...CLUSTER_VARIABLES, 'CLUSTER_LABEL_A', 'CLUSTER_VARIABLE_']
    expect(own.filter(name => !isClusterVariable(name))).toEqual([])
    expect(['cluster_name', 'CLUSTER', 'CLUSTER_NAMES'].filter(isClusterVariable)).toEqual([])
  })
})
