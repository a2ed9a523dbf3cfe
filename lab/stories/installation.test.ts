import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kubectl } from '../add-ons/fitting-out-controller.ts'
import { ref } from '../kube/kube-object.ts'
import { until } from '../kube/until.ts'
import type { RunningPod } from '../kubelet/running-pod.ts'
import {
  type BrokenInstallation,
  brokenInstallations,
  brokenLeases,
  fix,
  oldClusterApi,
} from './broken-installations.ts'
import { asUsual, judgeOfOutcomes } from './installation-outcome.ts'
import { InstallationScene, said } from './installation-scene.ts'

const NAMESPACE = 'fitout-system'
const DEPLOYMENT = ref('apps/v1', 'Deployment', `${NAMESPACE}/fitout-controller`)
const LEASE = ref('coordination.k8s.io/v1', 'Lease', `${NAMESPACE}/fitout-controller`)
const MISSING_KIND = 'CustomResourceDefinition fitouts.fitout.dev is missing'
const NOTHING = 'Fitout is not installed in namespace fitout-system'

let scene: InstallationScene
const judge = judgeOfOutcomes()

beforeAll(async () => {
  scene = await InstallationScene.start('installation')
}, 900_000)
afterAll(async () => {
  await scene?.lab.stop()
})

describe('nothing is installed', () => {
  const unpullable = ['install', '--image', 'registry.invalid/fitout:0.1.0']

  test('at first, and check says so, with the fix', async () => {
    const next = 'fitout install'
    const bad = (await scene.check()).filter(({ result }) => result !== 'ok')
    expect(bad).toEqual([
      { check: 'kinds', result: 'failed', message: MISSING_KIND, next },
      { check: 'installation', result: 'failed', message: 'No controller is installed', next },
    ])
  })

  test('by a dry run', async () => {
    const { code, out } = await scene.fitout([...unpullable, '--dry-run'])
    expect([code, out.match(/^created .* \(dry run\)$/gm)?.length]).toEqual([0, 17])
    expect(await scene.api.find(ref('v1', 'Namespace', NAMESPACE))).toBeUndefined()
  })

  test('but a part, if it is ended by Ctrl-C; the same command does the rest, and says why no pod gets ready', async () => {
    const child = scene.startFitout(unpullable)
    const lines = createInterface({ input: child.stdout ?? process.stdin })
    lines.once('line', () => child.kill('SIGINT'))
    const [cut, whole] = [await said(child), scene.fitout([...unpullable, '--timeout', '3s'])]
    expect(cut.signal).toBe('SIGINT')
    const { code, out, err } = await whole
    expect(out.match(/^created /gm)?.length).toBeLessThan(17)
    expect([code, err.split('\n').find(line => line.startsWith('error:'))]).toEqual([
      3,
      expect.stringMatching(/Image registry\.invalid\/fitout:0\.1\.0 cannot be pulled \(ImagePullBackOff\)/),
    ])
    expect(await scene.wrong()).toEqual({ controller: 'failed', lease: 'failed' })
  })

  test('twice, and not in two namespaces', async () => {
    const again = await scene.fitout([...unpullable, '--wait=false'])
    expect([again.code, again.out, again.err.split('\n')[0]]).toEqual([
      0,
      '',
      'nothing changed: Fitout 0.1.0 is installed in namespace fitout-system',
    ])
    const other = await scene.fitout([...unpullable, '--wait=false', '--namespace', 'other'])
    expect([other.code, other.err]).toEqual([
      1,
      expect.stringContaining('Deployment fitout-system/fitout-controller is another installation'),
    ])
  })

  test('while the API server cannot be reached', async () => {
    const { proxy } = scene.lab.management
    const child = scene.startFitout([...unpullable, '--timeout', '1m'])
    const waits = createInterface({ input: child.stderr ?? process.stdin })
    waits.once('line', () => proxy.cut())
    const errors: string[] = []
    waits.on('line', line => errors.push(line))
    const { code } = await said(child).finally(() => proxy.pass())
    expect([code, errors.find(line => line.startsWith('error:'))]).toEqual([
      4,
      expect.stringMatching(/^error: cannot .*: context "management": /),
    ])
  })

  test('with permissions that hold everywhere, where namespaces are named', async () => {
    const { out } = await scene.fitout([...unpullable, '--namespaces', 'default', '--wait=false'])
    expect(out.trim().split('\n')).toEqual([
      'created RoleBinding default/fitout-controller',
      'created RoleBinding default/fitout-management-proofs',
      'configured Deployment fitout-system/fitout-controller',
      'deleted ClusterRoleBinding fitout-controller',
      'deleted ClusterRoleBinding fitout-management-proofs',
    ])
  })

  test('after it was removed', async () => {
    expect(await removed()).toContain(NOTHING)
  })
})

describe('helm install from a registry', () => {
  test('brings a controller that runs from its image, in two pods, one of which leads', async () => {
    const words = [scene.chart, '--namespace', NAMESPACE, '--create-namespace', '--plain-http']
    await scene.helm('install', 'fitout', ...words)
    await scene.deployment.untilReady()
    await scene.deployment.leader()
    expect(scene.deployment.pods).toHaveLength(2)
    await until('check finds nothing wrong', async () => Object.keys(await scene.wrong()).length === 0)
    expect((await scene.fitout(['version'])).out).toContain(
      'controller 0.1.0 (fitout-system/fitout-controller): compatible',
    )
  })

  test('fits the first clusters out', async () => {
    const outcome = await scene.fitOut()
    expect(judge(outcome)).toEqual(asUsual)
  })

  test('is tested by helm test', async () => {
    expect(await scene.helm('test', 'fitout', '--namespace', NAMESPACE)).toMatch(/Phase: +Succeeded/)
  })

  test('is upgraded to other values while clusters are fitted out', async () => {
    const before = new Set(namesOf(scene.deployment.pods))
    const words = [scene.chart, '--namespace', NAMESPACE, '--plain-http', '--set', 'logLevel=debug']
    const outcome = await scene.fitOutWithNewLeader(async () => {
      await scene.helm('upgrade', 'fitout', ...words)
      await scene.deployment.untilReady()
    })
    expect(namesOf(scene.deployment.pods).filter(name => before.has(name))).toEqual([])
    expect(judge(outcome)).toEqual(asUsual)
    expect(outcome.leaders.length).toBeGreaterThan(1)
  })

  test('continues while one node after the other is drained, and its disruption budget is kept', async () => {
    const nodes = ['management-node-0', 'management-node-1']
    const outcome = await scene.fitOutWithNewLeader(async () => {
      for (const node of nodes) {
        await kubectl(scene.lab, 'drain', node, '--ignore-daemonsets', '--delete-emptydir-data')
        await scene.deployment.untilReady()
        await kubectl(scene.lab, 'uncordon', node)
      }
    })
    const evictions = scene.lab.management
      .audit()
      .filter(({ objectRef }) => objectRef?.subresource === 'eviction')
    const codes = new Set(evictions.map(({ responseStatus }) => responseStatus?.code))
    // All pods were on the node that was drained last: the budget let them go one after the other.
    expect(codes).toEqual(new Set([201, 429]))
    expect(judge(outcome)).toEqual(asUsual)
    expect(outcome.leaders.length).toBeGreaterThan(1)
  })

  test('is left to Helm by fitout install and fitout uninstall', async () => {
    const answers = [
      await scene.fitout(['install', '--image', scene.release.image]),
      await scene.fitout(['uninstall', '--yes']),
    ]
    expect(
      answers.map(({ code, err }) => [code, err.includes('it is installed by Helm, as release "fitout"')]),
    ).toEqual([
      [1, true],
      [1, true],
    ])
  })

  test('is removed by helm uninstall but for its kinds and its namespace', async () => {
    await scene.helm('uninstall', 'fitout', '--namespace', NAMESPACE, '--wait')
    await until('no pod is left', async () => scene.deployment.pods.length === 0)
    // Its permissions went with it, so that the pod that led could not release its Lease; a while later that says nothing.
    await scene.api.patch(LEASE, { spec: { renewTime: '2026-01-01T00:00:00.000000Z' } })
    expect(await scene.wrong()).toEqual({ installation: 'failed' })
    await kubectl(scene.lab, 'delete', 'namespace', NAMESPACE)
    expect(await removed()).toContain(NOTHING)
  })
})

describe('fitout install', () => {
  test('brings a controller that runs from its image, in two pods, one of which leads', async () => {
    const { err } = await scene.install()
    expect(err).toContain('installed Fitout 0.1.0 in namespace fitout-system: 17 objects')
    expect(scene.deployment.pods).toHaveLength(2)
    expect(await scene.wrong()).toEqual({})
  })

  test('fits the first clusters out, though the pod that leads is evicted meanwhile', async () => {
    const outcome = await scene.fitOutWithNewLeader(async () => {
      const { metadata } = await scene.deployment.leader()
      const { name, namespace = '' } = metadata
      const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace } }
      await scene.api.post(ref('v1', 'Pod', `${namespace}/${name}`), '/eviction', eviction)
    })
    expect(judge(outcome)).toEqual(asUsual)
    expect(outcome.leaders.length).toBeGreaterThan(1)
  })
})

describe('a broken installation is named with its fix:', () => {
  test.for(brokenInstallations)('$name', async broken => {
    expect(await breakAndFix(broken)).toMatch(broken.want.next)
  })

  test('while no pod runs, those of the Lease', async () => {
    await scene.api.patch(DEPLOYMENT, { spec: { replicas: 0 } })
    await scene.deployment.untilReady()
    await until('no pod is left', async () => scene.deployment.pods.length === 0)
    for (const broken of brokenLeases) expect(await breakAndFix(broken)).toMatch(broken.want.next)
    await scene.install()
    expect(await scene.wrong()).toEqual({})
  })
})

describe('in the end', () => {
  test(`a broken installation is named with its fix: ${oldClusterApi.name}`, async () => {
    expect(await breakAndFix(oldClusterApi)).toMatch(oldClusterApi.want.next)
  })
})

/** Breaks something, waits until check names it, does what is shown, and waits until it is not named any more. */
async function breakAndFix(broken: BrokenInstallation): Promise<string> {
  const { want } = broken
  await broken.break(scene)
  const find = async () => {
    const found = (await scene.check()).find(({ check }) => check === want.check)
    if (found?.result === want.result && want.message.test(found.message)) return found
    throw new Error(JSON.stringify(found))
  }
  const { next = '' } = await until(`check finds it: ${broken.name}`, find)
  await fix(scene, broken, next)
  await until(`it is fixed: ${broken.name}`, async () => !(await find().catch(() => undefined)))
  return next
}

/** Removes all that there is of Fitout, and gives what is said about what is left. */
async function removed(): Promise<string> {
  const { code, err } = await scene.fitout(['uninstall', '--crds', '--yes'])
  expect(code, err).toBe(0)
  await until('the namespace is gone', async () => !(await scene.api.find(ref('v1', 'Namespace', NAMESPACE))))
  await until('its kinds are gone', async () => (await scene.wrong())['kinds'] === 'failed')
  return (await scene.fitout(['uninstall', '--crds'])).err
}

function namesOf(pods: readonly RunningPod[]): readonly string[] {
  return pods.map(({ metadata }) => metadata.name)
}
