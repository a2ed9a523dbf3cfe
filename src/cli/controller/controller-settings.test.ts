import { describe, expect, test } from 'vitest'
import { Refusal } from '../command/refusal.ts'
import { type ControllerFlags, readControllerSettings } from './controller-settings.ts'

const flags: ControllerFlags = {
  kubeconfig: undefined,
  context: undefined,
  namespaces: undefined,
  'lease-namespace': 'fitout-system',
  'watch-label-selector': undefined,
  address: '127.0.0.1:8080',
  'metrics-address': undefined,
  workers: '8',
  qps: '50',
  'log-level': 'info',
  notify: undefined,
  'notify-key-file': undefined,
}

describe('The flags of the controller', () => {
  const right: readonly { name: string; given: Partial<ControllerFlags>; want: object }[] = [
    {
      name: 'are read',
      given: {},
      want: { health: { host: '127.0.0.1', port: 8080 }, metrics: undefined, workers: 8, qps: 50 },
    },
    {
      name: 'may name an address of IPv6',
      given: { address: '[::1]:80' },
      want: { health: { host: '::1', port: 80 } },
    },
    {
      name: 'may name an address for metrics alone',
      given: { 'metrics-address': '127.0.0.1:8081' },
      want: { metrics: { host: '127.0.0.1', port: 8081 } },
    },
    { name: 'name no namespaces, for all', given: {}, want: { namespaces: undefined } },
    {
      name: 'name namespaces, each once',
      given: { namespaces: 'a, b-1,a' },
      want: { namespaces: ['a', 'b-1'] },
    },
    {
      name: 'may leave the port to the system',
      given: { address: 'localhost:0' },
      want: { health: { host: 'localhost', port: 0 } },
    },
    { name: 'name all clusters by default', given: {}, want: { shard: { kind: 'all' } } },
    {
      name: 'may name one shard',
      given: { 'watch-label-selector': 'sharding.fitout.dev/key=shard1' },
      want: { shard: { kind: 'labelled', key: 'shard1' } },
    },
    {
      name: 'may name the clusters without a shard',
      given: { 'watch-label-selector': '!sharding.fitout.dev/key' },
      want: { shard: { kind: 'main' } },
    },
  ]
  test.for(right)('$name', ({ given, want }) => {
    expect(readControllerSettings({ ...flags, ...given })).toMatchObject(want)
  })

  const wrong: readonly { name: string; given: Partial<ControllerFlags>; want: string }[] = [
    { name: 'an address without a port', given: { address: 'localhost' }, want: '--address' },
    { name: 'a port that there is not', given: { address: 'localhost:65536' }, want: '--address' },
    { name: 'a namespace that cannot be', given: { namespaces: 'a,B' }, want: '--namespaces' },
    { name: 'no namespace', given: { namespaces: '' }, want: '--namespaces' },
    { name: 'a comma too many', given: { namespaces: 'a,' }, want: '--namespaces' },
    {
      name: 'an address for metrics without a port',
      given: { 'metrics-address': 'localhost' },
      want: '--metrics-address',
    },
    { name: 'no worker', given: { workers: '0' }, want: '--workers' },
    {
      name: 'a selector that could overlap with others',
      given: { 'watch-label-selector': 'env in (prod)' },
      want: '--watch-label-selector',
    },
    { name: 'a number in other words', given: { qps: '1e3' }, want: '--qps' },
  ]
  test.for(wrong)('refuse $name, and say which one it is', ({ given, want }) => {
    const read = () => readControllerSettings({ ...flags, ...given })
    expect(read).toThrow(Refusal)
    expect(read).toThrow(want)
  })
})
