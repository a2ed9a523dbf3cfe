import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  byFitout,
  callsOfFitout,
  isLease,
  lastProofBefore,
  openedAt,
  rightsOfFitout,
  writes,
} from '../add-ons/fitting-out-audit.ts'
import { FITOUT_USER, kubectl } from '../add-ons/fitting-out-controller.ts'
import { FitoutDeployment } from '../add-ons/fitout-deployment.ts'
import {
  CLUSTER,
  countsAddOns,
  deliveries,
  eksConnection,
  fitout,
  gates,
  profile,
} from '../add-ons/fitting-out.ts'
import { karpenterChart } from '../add-ons/karpenter.ts'
import type { AuditEvent } from '../control-plane/audit-log.ts'
import { condition, hasCondition } from '../kube/conditions.ts'
import { type KubeObject, ref } from '../kube/kube-object.ts'
import { until } from '../kube/until.ts'
import { Lab, type LabCluster } from '../lab.ts'
import { processFacts } from '../process/process-facts.ts'

let lab: Lab
let controller: FitoutDeployment
let blue: LabCluster
let green: LabCluster

const WITHIN_MS = 110_000
// The image is made, with its packages downloaded when they are not in the cache.
const INSTALL_MS = 300_000
const QUIET_MS = (process.env['FITOUT_SOAK'] === undefined ? 2 : 10) * 60_000

beforeAll(async () => {
  lab = await Lab.start({ name: 'fitting-out', controlPlanes: ['blue', 'green'], managementHasNodes: true })
  await lab.charts.publish(await karpenterChart(lab.site.modules))
  controller = await FitoutDeployment.install(lab)
  const objects = [
    ...(await deliveries(lab.site.modules, lab.charts.url)),
    eksConnection('blue', { queue_name: 'queue-blue' }),
    // What green shall be given lacks the name of the queue.
    eksConnection('green', { region: 'eu-central-1' }),
    fitout(),
  ]
  for (const object of objects) await lab.management.api.apply(object)
  blue = await lab.createCluster('blue', { labels: profile, spec: countsAddOns })
  green = await lab.createCluster('green', { labels: profile })
}, INSTALL_MS)

afterAll(async () => {
  await lab?.stop()
})

describe('the controller', () => {
  test('runs from the image in two pods, as a user that may write nowhere', async () => {
    expect(controller.pods.length).toBe(2)
    const facts = controller.pods.flatMap(({ programs }) => programs).map(({ pid }) => processFacts(pid))
    const fact = {
      uid: '65532',
      capabilities: '0000000000000000',
      noNewPrivileges: '1',
      writable: [],
      exe: '/usr/local/bin/node',
    }
    expect(facts).toEqual([fact, fact])
  })
})

describe('a new cluster that has nothing but its label', () => {
  test('is fitted out, step by step', async () => {
    const startedAt = performance.now()
    const object = await untilState('blue', 'Ready')
    say(`blue is Ready after ${seconds(startedAt)} s`)
    const steps = (object['status'] as { steps: { name: string; state: string; openedBy?: string }[] }).steps
    expect(steps.map(({ name, state, openedBy = '-' }) => `${name} ${state} ${openedBy}`)).toEqual([
      'api Ready -',
      'cni Ready Fitout',
      'flux Ready Fitout',
      'karpenter Ready Fitout',
      'nodes Ready Fitout',
    ])
  })

  test('has every gate opened after what proves the step before', () => {
    const opened = Object.values(gates).map(label => openedAt(lab, 'blue', label))
    expect(opened).toEqual(opened.toSorted())
    for (const gate of ['flux', 'nodes'] as const) {
      const open = openedAt(lab, 'blue', gates[gate])
      const proof = lastProofBefore(lab, blue, open)
      say(`gate of ${gate}: ${Date.parse(open) - Date.parse(proof)} ms after the event that proved it`)
      expect(proof < open).toBe(true)
    }
  })

  test('has the values from Terraform in its release', async () => {
    const { api } = blue.controlPlane
    const account = await api.get(ref('v1', 'ServiceAccount', 'karpenter/karpenter'))
    expect(account.metadata.annotations?.['eks.amazonaws.com/role-arn']).toBe(
      'arn:aws:iam::012345678901:role/karpenter-blue',
    )
    expect(await queueName(blue)).toBe('queue-blue')
    const facts = await api.get(ref('v1', 'ConfigMap', 'karpenter/karpenter-facts'))
    expect(facts['data']).toEqual({ cluster: 'blue', queue: 'queue-blue' })
  })

  test('has a node that Karpenter made', async () => {
    const nodes = await blue.controlPlane.api.list('v1', 'Node', '?labelSelector=karpenter.sh%2Fnodepool')
    expect(nodes.length).toBeGreaterThan(0)
    expect(nodes.some(node => hasCondition(node, 'Ready', 'True'))).toBe(true)
  })

  test('counts as available once its add-ons are ready', async () => {
    const cluster = await until('blue is available', async () => {
      const object = await lab.management.api.get(blue.ref)
      return hasCondition(object, 'Available', 'True') && object
    })
    expect(condition(cluster, 'FitoutReady')).toMatchObject({ status: 'True', reason: 'Ready' })
  })

  test('is told by kubectl in one line', async () => {
    const lines = (await kubectl(lab, 'get', 'clusterfitouts')).trim().split('\n')
    expect(lines[0]?.split(/\s{2,}/)).toEqual(['NAME', 'READY', 'STATE', 'STEP', 'AGE', 'CAUSE'])
    expect(lines[1]).toMatch(/^blue +True +Ready +\w+/)
  })

  test('was only read by Fitout', () => {
    expect(byFitout(blue.controlPlane.audit()).length).toBeGreaterThan(0)
    expect(writes(byFitout(blue.controlPlane.audit()))).toEqual([])
  })
})

describe('a cluster beside it, whose values lack a key', () => {
  test('is held, and says which key of which Secret is missing', async () => {
    const object = await untilState('green', 'Held')
    expect((object['status'] as { cause: object }).cause).toMatchObject({
      reason: 'HandOverKeyMissing',
      step: 'karpenter',
      message: 'Secret "green-eks-connection" lacks key "karpenter.queue_name"',
      actor: 'Git',
    })
    expect(await labels(green)).not.toHaveProperty([gates.karpenter])
    expect(await labels(green)).toHaveProperty([gates.flux], 'true')
  })

  test('continues when the key comes', async () => {
    await lab.management.api.apply(eksConnection('green', { queue_name: 'queue-green' }))
    const startedAt = performance.now()
    await until('the gate of karpenter is open', async () => gates.karpenter in (await labels(green)))
    say(`gate of karpenter open ${seconds(startedAt)} s after its key came`)
    await untilState('green', 'Ready')
    expect(await queueName(green)).toBe('queue-green')
    expect(await queueName(blue)).toBe('queue-blue')
  })
})

describe('a value that changes', () => {
  test('arrives in the release by itself', async () => {
    await lab.management.api.apply(eksConnection('blue', { queue_name: 'queue-blue-2' }))
    const startedAt = performance.now()
    await until('the release has it', async () => (await queueName(blue)) === 'queue-blue-2')
    say(`the changed value was in the release after ${seconds(startedAt)} s`)
    await untilState('blue', 'Ready')
  })
})

describe('with everything ready', () => {
  test('the Fitout counts its clusters', async () => {
    await Promise.all([untilState('blue', 'Ready'), untilState('green', 'Ready')])
    const status = await until('both are counted', async () => {
      const found = (await lab.management.api.get(fitout()))['status'] as { clusters?: { ready: number } }
      return found.clusters?.ready === 2 && found
    })
    expect(status).toMatchObject({
      clusters: { total: 2, ready: 2 },
      conditions: [{ type: 'Ready', status: 'True', message: 'All 2 clusters are ready' }],
    })
  })

  test('each change was reported once', async () => {
    const notes = (await eventsOn('blue')).toSorted()
    expect(notes.filter(note => note.startsWith('Opened'))).toEqual(
      Object.keys(gates)
        .toSorted()
        .map(step => `Opened the gate of step "${step}"`),
    )
    // A new node makes a DaemonSet unready for a moment: then the step becomes ready once more, and that is news.
    const told = notes.filter(note => note.includes('step "api"') || note === 'Step "cni" became ready')
    expect(new Set(told)).toEqual(new Set(['Step "cni" became ready']))
  })

  test(
    'Fitout writes nothing for minutes, not even after a crash',
    async () => {
      await sleep(5000)
      const from = new Date().toISOString()
      await controller.crash()
      await sleep(QUIET_MS)
      const since = (side: { audit: () => readonly AuditEvent[] }) =>
        byFitout(side.audit()).filter(event => event.requestReceivedTimestamp > from && !isLease(event))
      expect(writes(since(lab.management))).toEqual([])
      const reads = [lab.management, blue.controlPlane, green.controlPlane].flatMap(since)
      const minutes = QUIET_MS / 60_000
      say(`reads in ${minutes} quiet minutes, two clusters: ${reads.length}`)
      const watches = reads.filter(({ verb }) => verb === 'watch')
      expect(watches.length).toBeLessThan(50 * minutes)
      expect(reads.length).toBeLessThan(200 * minutes)
    },
    QUIET_MS + 600_000,
  )
})

describe('the account', () => {
  test('was never refused anything', () => {
    const refused = lab.management
      .audit()
      .filter(({ user, responseStatus }) => user.username === FITOUT_USER && responseStatus?.code === 403)
    expect(refused).toEqual([])
  })
})

describe('a value that is handed over', () => {
  test('is in no status, event, log or metric', async () => {
    const kinds = ['fitouts', 'clusterfitouts', 'clusters', 'clusterresourcesets', 'events', 'leases'].join(
      ',',
    )
    const said = [
      await kubectl(lab, 'get', kinds, '--all-namespaces', '--output=yaml', '--show-managed-fields'),
      await controller.logs(),
      await controller.metrics(),
    ]
    expect(said.every(text => text.length > 100)).toBe(true)
    const secrets = ['queue-blue', 'queue-green', 'role/karpenter-', 'PRIVATE KEY', 'LS0tLS1CRUdJTi']
    expect(secrets.filter(secret => said.some(text => text.includes(secret)))).toEqual([])
  })
})

describe('when the plan goes', () => {
  test('Fitout takes back what it put on the management cluster, and nothing else', async () => {
    await lab.management.api.delete(fitout())
    await until('no ClusterFitout is left', async () => (await own('ClusterFitout')).length === 0)
    for (const cluster of [blue, green]) {
      const object = await lab.management.api.get(cluster.ref)
      expect(object.metadata.labels).toEqual(profile)
      expect(condition(object, 'FitoutReady')).toBeUndefined()
    }
    expect(await handOvers()).toEqual([])
    expect(await queueName(blue)).toBe('queue-blue-2')
    const { api } = blue.controlPlane
    expect(await api.find(ref('v1', 'Secret', 'karpenter/eks-connection'))).toBeDefined()
    expect(await api.find(ref('apps/v1', 'DaemonSet', 'network/cni-node'))).toBeDefined()
  })
})

describe('in the end, the account', () => {
  test('was asked for all that deploy/ lets it do, and for nothing else', async () => {
    const [used, given] = [callsOfFitout(lab), await rightsOfFitout()]
    expect(used).toEqual(given)
  })
})

async function untilState(cluster: string, state: string): Promise<KubeObject> {
  const what = ref('fitout.dev/v1alpha1', 'ClusterFitout', `default/${cluster}`)
  return until(
    `${cluster} is ${state}`,
    async () => {
      const object = await lab.management.api.get(what)
      const status = object['status'] as { state?: string; cause?: object } | undefined
      if (status?.state === state) return object
      throw new Error(JSON.stringify({ state: status?.state, cause: status?.cause }))
    },
    WITHIN_MS,
  )
}

async function labels({ ref: cluster }: LabCluster): Promise<Readonly<Record<string, string>>> {
  return (await lab.management.api.get({ ...cluster, ...CLUSTER })).metadata.labels ?? {}
}

async function queueName({ controlPlane }: LabCluster): Promise<string | undefined> {
  const deployment = await controlPlane.api.get(ref('apps/v1', 'Deployment', 'karpenter/karpenter'))
  return deployment.metadata.annotations?.['queue-name']
}

async function own(kind: string): Promise<readonly KubeObject[]> {
  return lab.management.api.list('fitout.dev/v1alpha1', kind)
}

/** What was told about a Cluster. */
async function eventsOn(cluster: string): Promise<readonly string[]> {
  const events = await lab.management.api.list('events.k8s.io/v1', 'Event')
  return events
    .filter(({ regarding, reportingController }) => {
      const about = regarding as { kind?: string; name?: string } | undefined
      return reportingController === 'fitout.dev/controller' && about?.name === cluster
    })
    .map(({ note }) => String(note))
}

async function handOvers(): Promise<readonly string[]> {
  const query = '?labelSelector=fitout.dev%2Fowner'
  const [sets, secrets] = await Promise.all([
    lab.management.api.list('addons.cluster.x-k8s.io/v1beta2', 'ClusterResourceSet', query),
    lab.management.api.list('v1', 'Secret', query),
  ])
  return [...sets, ...secrets].map(({ metadata }) => metadata.name)
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1)
}

function say(line: string): void {
  process.stdout.write(`  ${line}\n`)
}
