import { expect, test } from 'vitest'
import { containedStart, listenedPorts, onLoopback } from './contained-start.ts'
import type { Pod } from './pod.ts'

const container = { name: 'controller', image: '127.0.0.1:5000/fitout:0.1.0' }
const pod: Pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'fitout-1', namespace: 'fitout-system' },
  spec: { containers: [container], securityContext: { runAsUser: 1000, runAsGroup: 1001 } },
}
const image = {
  digest: 'sha256:0',
  root: '/images/0',
  config: {
    User: '65532:65532',
    Env: ['PATH=/usr/local/bin', 'A=b=c'],
    Entrypoint: ['/bin/node', '/fitout.js'],
  },
}
const start = { args: ['controller'], env: { POD_NAME: 'fitout-1' } }

test('a container gets the command of its image with the arguments of its pod, and the environment of both', () => {
  const mounts = [{ from: '/pods/1/tmp', to: '/tmp', isReadOnly: false }]
  const { args, env } = containedStart({ image, pod, container, start, root: '/pods/1/root', mounts })
  expect(args.slice(7).join(' ')).toBe(
    '/images/0 /pods/1/root fitout-1 1000:1001 /pods/1/tmp /tmp rw -- /bin/node /fitout.js controller',
  )
  expect(env).toEqual({
    HOME: '/',
    HOSTNAME: 'fitout-1',
    PATH: '/usr/local/bin',
    A: 'b=c',
    POD_NAME: 'fitout-1',
  })
})

test('a pod that says nothing runs as the user of its image', () => {
  const plain = { ...pod, spec: { containers: [container] } }
  const { args } = containedStart({ image, pod: plain, container, start, root: '/r', mounts: [] })
  expect(args[10]).toBe('65532:65532')
})

test('addresses to listen on become ports of loopback', () => {
  const given = {
    args: ['controller', '--address=0.0.0.0:8080', '--metrics-address=127.0.0.1:8081'],
    env: {},
  }
  expect(listenedPorts(given)).toEqual([8080, 8081])
  const ports = new Map([
    [8080, 20_001],
    [8081, 20_002],
  ])
  expect(onLoopback(given, ports).args).toEqual([
    'controller',
    '--address=127.0.0.1:20001',
    '--metrics-address=127.0.0.1:20002',
  ])
})
