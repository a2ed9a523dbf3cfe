import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { FITOUT_USER } from '../add-ons/fitting-out-controller.ts'
import { faultFitout, outputsOf } from '../faults/fault-plan.ts'
import type { FaultScene } from '../faults/fault-scene.ts'
import { clusterFitout } from '../faults/plan-scene.ts'
import { condition } from '../kube/conditions.ts'
import { type KubeObject, ref } from '../kube/kube-object.ts'
import { until } from '../kube/until.ts'
import { Repeated } from '../kubelet/repeated.ts'
import { sharedFaultScene } from './shared-fault-scene.ts'

// What takes the two minutes of patience is for `make soak`: the simulator tries the same in no time.
const isSoak = process.env['FITOUT_SOAK'] !== undefined
/** Two minutes of patience and a look, and what a busy machine needs. */
const LONGEST_LIE_MS = 180_000
const SOON_MS = 120_000
const ADDRESS = 'hand-over.fitout.dev/addressee'

let scene: FaultScene

beforeAll(() => {
  scene = sharedFaultScene()
})

afterEach(async () => {
  scene.proxy.disturb()
  for (const object of refusingPolicy()) await scene.api.delete(object).catch(() => undefined)
  await scene.api.apply(outputsOf('blue'))
  await scene.reset()
}, 300_000)

interface Failure {
  readonly name: string
  /** Begins it; what it gives ends it. */
  readonly happen: () => Promise<(() => Promise<void>) | undefined>
}

const failures: readonly Failure[] = [
  {
    name: 'a ConfigMap of a set must not be read',
    happen: async () => {
      scene.proxy.disturb(({ method, path }) =>
        isGet(method, path, '/configmaps/cni-node') ? 403 : undefined,
      )
      return undefined
    },
  },
  {
    name: 'the API server has an error of its own for a ConfigMap of a set',
    happen: async () => {
      scene.proxy.disturb(({ method, path }) =>
        isGet(method, path, '/configmaps/cni-node') ? 500 : undefined,
      )
      return undefined
    },
  },
  {
    name: 'the API server does not answer for a ConfigMap of a set',
    happen: async () => {
      scene.proxy.disturb(({ method, path }) =>
        isGet(method, path, '/configmaps/cni-node') ? 'hang' : undefined,
      )
      return undefined
    },
  },
  {
    name: 'the Secret of a hand-over cannot be read, and its value has changed',
    happen: async () => {
      scene.proxy.disturb(({ method, path }) => (isGet(method, path, '/secrets/fitout-') ? 500 : undefined))
      await scene.api.apply(outputsOf('blue', 'other'))
      return undefined
    },
  },
  {
    name: 'no event can be written',
    happen: async () => {
      scene.proxy.disturb(({ path }) => (path.includes('/events') ? 'hang' : undefined))
      return undefined
    },
  },
  {
    name: 'the controller is killed every 55 seconds',
    happen: async () => {
      const end = new AbortController()
      const killing = killAgainAndAgain(end.signal)
      return async () => {
        end.abort()
        await killing
      }
    },
  },
]

describe.runIf(isSoak)('A cluster whose network agent is gone is not called ready, although', () => {
  test.for(failures)('$name', async ({ happen }) => {
    await scene.begin(faultFitout({ hasGateless: true }))
    await scene.untilReady(['blue'])
    const end = await happen()
    await scene.cluster('blue').controlPlane.api.delete(ref('apps/v1', 'DaemonSet', 'network/cni-node'))
    const startedAt = performance.now()
    const disagreements = new Set<string>()
    let looks = 0
    const looking = new Repeated(async () => {
      const object = await scene.api.get(clusterFitout('blue'))
      for (const seen of disagreement(object)) disagreements.add(seen)
      looks++
    }, 100)
    looking.start()
    const said = await untilUnready(LONGEST_LIE_MS).finally(() => looking.stop())
    expect(said).not.toContain('True')
    say(`reported Ready while broken for ${Math.round((performance.now() - startedAt) / 1000)} s`)
    expect(looks).toBeGreaterThan(0)
    expect([...disagreements]).toEqual([])
    await end?.()
  })
})

describe('What is refused or goes astray is reported at once:', () => {
  test('a hand-over that a policy refuses, by the name of the policy', async () => {
    await scene.begin()
    await scene.untilReady(['blue'])
    for (const object of refusingPolicy()) await scene.api.apply(object)
    // A policy is in force some time after it is there.
    await until('the policy is in force', async () => {
      await scene.api.apply(outputsOf('blue', `other-${Date.now()}`))
      await scene.untilStatus('blue', { reason: 'HandOverRefused' })
      return true
    })
    const { cause } = (await scene.api.get(clusterFitout('blue')))['status'] as { cause: { message: string } }
    expect(cause.message).toContain("ValidatingAdmissionPolicy 'no-hand-over'")
    expect(await untilUnready(SOON_MS)).not.toContain('True')
  })

  test('a gate while the webhook of Cluster API does not answer', async () => {
    await scene.begin()
    await scene.untilReady(['blue'])
    const manager = scene.lab.clusterApi
    manager.freeze()
    try {
      await scene.api.apply(faultFitout({ isLonger: true }))
      await scene.untilStatus('blue', { reason: 'GateNotWritten' })
      expect(await untilUnready(SOON_MS)).not.toContain('True')
    } finally {
      manager.thaw()
    }
    await scene.untilReady(['blue'])
  })

  test('values whose address is on a second Cluster: they are withdrawn, and come back', async () => {
    await scene.begin()
    await scene.untilReady(['blue'])
    const uid = await uidOf('blue')
    const carriers = [
      ref('v1', 'Secret', `default/fitout-${uid}-values`),
      ref('addons.cluster.x-k8s.io/v1beta2', 'ClusterResourceSet', `default/fitout-${uid}-values`),
    ]
    const copy = await copyOfAddress(uid)
    await scene.api.apply(copy)
    await until('nothing of the hand-over is there', async () => {
      const found = await Promise.all(carriers.map(one => scene.api.find(one)))
      return found.every(one => one === undefined)
    })
    await scene.untilStatus('blue', { reason: 'HandOverAddresseeWrong' })
    await scene.api.delete(copy)
    await scene.untilReady(['blue'])
    expect(await Promise.all(carriers.map(one => scene.api.find(one)))).not.toContain(undefined)
  })

  test('a manifest that a user adds to a hand-over: it is removed', async () => {
    await scene.begin()
    await scene.untilReady(['blue'])
    const secret = ref('v1', 'Secret', `default/fitout-${await uidOf('blue')}-values`)
    const keys = async () => Object.keys((await scene.api.get(secret))['data'] as object)
    const before = await keys()
    await scene.api.patch(secret, {
      data: { 'zz-added.yaml': Buffer.from('kind: Namespace').toString('base64') },
    })
    await until('the added key is gone', async () => {
      const now = await keys().catch((): string[] => [])
      return now.length === before.length && !now.includes('zz-added.yaml')
    })
    await scene.untilReady(['blue'])
    const events = await scene.api.list('events.k8s.io/v1', 'Event')
    const notes = events.map(({ note }) => String(note))
    expect(notes).toContain(
      `Removed keys that Fitout did not write from Secret "${secret.metadata.name}": "zz-added.yaml"`,
    )
  })

  test('nothing, when a Cluster has the address of the one it was moved from', async () => {
    const { ref: cluster } = scene.cluster('blue')
    await scene.api.patch(cluster, { metadata: { labels: { [ADDRESS]: 'the-uid-it-had-before' } } })
    await scene.begin()
    await scene.untilReady(['blue'])
    const { labels = {} } = (await scene.api.get(cluster)).metadata as { labels?: Record<string, string> }
    expect(labels[ADDRESS]).toBe(await uidOf('blue'))
  })
})

interface Status {
  readonly state?: string
  readonly steps?: readonly { readonly name: string; readonly state: string }[]
}

/** What of a status says something else than the rest: a cluster and its condition are Ready exactly while all its steps are. */
function disagreement(object: KubeObject): readonly string[] {
  const { state, steps = [] } = object['status'] as Status
  const ready = condition(object, 'Ready')?.['status']
  const pending = steps.filter(step => step.state !== 'Ready').map(step => `${step.name} ${step.state}`)
  const seen = `${state}, ${ready}: ${pending.join(', ') || 'all steps Ready'}`
  // What could not be read leaves the steps as they were.
  const doesAgree =
    state === 'Unknown'
      ? ready === 'Unknown'
      : (state === 'Ready') === (ready === 'True') && (state === 'Ready') === (pending.length === 0)
  return doesAgree ? [] : [seen]
}

/** The status is written first, and the condition of the Cluster after it. */
async function untilUnready(withinMs: number): Promise<readonly unknown[]> {
  return until(
    'neither is said to be ready',
    async () => {
      const said = await readiness()
      if (!said.includes('True')) return said
      throw new Error(said.join(', '))
    },
    withinMs,
  )
}

/** What is said of blue: by its ClusterFitout, and by the Cluster. */
async function readiness(): Promise<readonly unknown[]> {
  const [own, cluster] = await Promise.all([
    scene.api.get(clusterFitout('blue')),
    scene.api.get(scene.cluster('blue').ref),
  ])
  return [condition(own, 'Ready')?.['status'], condition(cluster, 'FitoutReady')?.['status']]
}

async function uidOf(name: 'blue' | 'green'): Promise<string> {
  return String((await scene.api.get(scene.cluster(name).ref)).metadata['uid'])
}

async function copyOfAddress(uid: string): Promise<KubeObject> {
  const { apiVersion, kind } = scene.cluster('blue').ref
  const infrastructureRef = { apiGroup: 'lab.example.com', kind: 'Nothing', name: 'nothing' }
  return {
    apiVersion,
    kind,
    metadata: { name: 'copy', namespace: 'default', labels: { [ADDRESS]: uid } },
    spec: { paused: true, infrastructureRef },
  }
}

function refusingPolicy(): readonly KubeObject[] {
  const group = 'admissionregistration.k8s.io/v1'
  const metadata = { name: 'no-hand-over' }
  const resourceRules = [
    { apiGroups: [''], apiVersions: ['v1'], resources: ['secrets'], operations: ['CREATE', 'UPDATE'] },
  ]
  const expression = `request.userInfo.username != '${FITOUT_USER}'`
  return [
    {
      apiVersion: group,
      kind: 'ValidatingAdmissionPolicy',
      metadata,
      spec: { matchConstraints: { resourceRules }, validations: [{ expression, message: 'not today' }] },
    },
    {
      apiVersion: group,
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata,
      spec: { policyName: 'no-hand-over', validationActions: ['Deny'] },
    },
  ]
}

async function killAgainAndAgain(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sleep(55_000, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return
    await scene.controller.program.kill()
    await scene.restartController()
  }
}

function isGet(method: string, path: string, part: string): boolean {
  return method === 'GET' && path.includes(part)
}

function say(line: string): void {
  process.stdout.write(`  ${line}\n`)
}
