import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FitoutController, installFitout } from '../add-ons/fitting-out-controller.ts'
import { profile } from '../add-ons/fitting-out.ts'
import { fluxRelease, writeInstallYaml } from '../add-ons/flux-release.ts'
import { type NotificationController, notificationController } from '../add-ons/notification-controller.ts'
import type { KubeObject } from '../kube/kube-object.ts'
import { until } from '../kube/until.ts'
import type { Lab } from '../lab.ts'
import { closeServer, serve } from '../servers/http-server.ts'
import { FleetFolder } from './fleet-folder.ts'
import { followGuide } from './guide-shell.ts'
import { sharedLab } from './shared-lab.ts'

interface Received {
  readonly severity: string
  readonly reason: string
  readonly message: string
  readonly involvedObject: object
  readonly metadata: object
}

const FLUX_SYSTEM = 'clusters/prod/mgmt/flux-system'
const api = { name: 'api', proof: { preset: 'api' } }
// What it hands over is not there.
const values = {
  name: 'values',
  gate: { label: 'values.example.com/enabled' },
  handOver: [
    {
      from: { secret: '${CLUSTER_NAME}-outputs' },
      to: { secret: 'outputs', namespace: 'default' },
      keys: { role: {} },
    },
  ],
  proof: { objects: [{ apiVersion: 'v1', kind: 'Secret', namespace: 'default', name: 'outputs' }] },
}

let lab: Lab
let fleet: FleetFolder
let flux: NotificationController
let controller: FitoutController
let hook: Server
let hookUrl: string
const received: Received[] = []

beforeAll(async () => {
  lab = sharedLab()
  const port = await lab.site.ports.take()
  hookUrl = `http://127.0.0.1:${port}/fitout`
  hook = await serve(port, (request, response) => void take(request, response))
  fleet = await FleetFolder.create(lab)
  await fleet.shell(`mkdir -p ${FLUX_SYSTEM}`)
  await fleet.write(`${FLUX_SYSTEM}/gotk-components.yaml`, writeInstallYaml(await fluxRelease('2.9')))
})

afterAll(async () => {
  await controller?.program.stop()
  await flux?.program.stop()
  if (hook) await closeServer(hook)
})

test('the guide to notifications does and prints what it says', async () => {
  const differences = await followGuide(fleet, 'docs/guides/notifications.md', commands =>
    commands.replaceAll('https://hooks.example.com/fitout', hookUrl),
  )
  expect(differences).toEqual([])
})

describe('with the Alert of the guide, and the real notification-controller', () => {
  beforeAll(async () => {
    flux = await notificationController(lab)
    await flux.program.start()
    controller = await installFitout(lab, { flags: [`--notify=flux+${flux.eventsUrl}`] })
    await controller.program.start()
    await lab.management.api.apply(plan([api, values]))
    await lab.createCluster('blue', { labels: profile })
  })

  test('people are notified that a cluster needs them', async () => {
    await until('the webhook was told', async () => received.length > 0)
    expect(received).toMatchObject([
      {
        severity: 'error',
        reason: 'HandOverSecretMissing',
        message: expect.stringMatching(
          /^Cluster default\/blue is Held at step values: Secret "blue-outputs" does not exist\nNext: ./,
        ) as string,
        involvedObject: { kind: 'Fitout', namespace: 'default', name: 'eks' },
        metadata: { cluster: 'blue', state: 'Held', step: 'values', actor: 'Git' },
      },
    ])
  })

  test('and not again by the next controller: Flux knows the key', async () => {
    await controller.program.restart()
    await until('the next controller has told it', async () => (await sent()) === 1)
    expect(received).toHaveLength(1)
  })

  test('and once when it got ready', async () => {
    await lab.management.api.apply(plan([api]))
    await until('the webhook was told', async () => received.length > 1)
    expect(received.slice(1)).toMatchObject([
      { severity: 'info', reason: 'Ready', message: 'Cluster default/blue is Ready' },
    ])
  })
})

async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  received.push(JSON.parse(await text(request)) as Received)
  response.end()
}

function plan(steps: readonly object[]): KubeObject {
  return {
    apiVersion: 'fitout.dev/v1alpha1',
    kind: 'Fitout',
    metadata: { name: 'eks', namespace: 'default' },
    spec: { clusterSelector: { matchLabels: profile }, steps },
  }
}

/** How many notifications the controller that runs now has got rid of. */
async function sent(): Promise<number> {
  const page = await (await fetch(`${controller.url}/metrics`)).text()
  return Number(/^fitout_notifications_total\{result="sent"\} (\d+)$/m.exec(page)?.[1] ?? -1)
}
