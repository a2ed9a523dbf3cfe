import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orSkip } from '../../test/cli/or-skip.ts'
import { kubectl } from '../add-ons/fitting-out-controller.ts'
import { type FitoutRelease, releaseBefore, whyNotBefore } from '../add-ons/fitout-release.ts'
import { type KubeObject, ref } from '../kube/kube-object.ts'
import { until } from '../kube/until.ts'
import type { RunningPod } from '../kubelet/running-pod.ts'
import { asUsual, judgeOfOutcomes } from './installation-outcome.ts'
import { InstallationScene } from './installation-scene.ts'

// The rest of the story of installation.test.ts: what takes long.
const NAMESPACE = 'fitout-system'
const whyNot = whyNotBefore()

let scene: InstallationScene
const judge = judgeOfOutcomes()

beforeAll(async () => {
  scene = await InstallationScene.start('installation-versions')
  await scene.install()
}, 900_000)
afterAll(async () => {
  await scene?.lab.stop()
})

test('two clusters become ready', async () => {
  const outcome = await scene.fitOut()
  expect(judge(outcome)).toEqual(asUsual)
})

describe('another version', () => {
  let before: FitoutRelease

  test.skipIf(whyNot)(
    orSkip('takes over while clusters are fitted out: the one before', whyNot),
    async () => {
      before = await releaseBefore(scene.lab)
      const outcome = await scene.fitOutWithNewLeader(() => scene.install(before))
      expect(judge(outcome)).toEqual({ ...asUsual, difference: expect.anything() })
      expect(outcome.leaders.length).toBeGreaterThan(1)
      expect(await scene.wrong()).toEqual({ kinds: 'failed', version: 'failed' })
    },
  )

  test.skipIf(whyNot)(orSkip('takes over from the one before, and finds the same', whyNot), async () => {
    const outcome = await scene.fitOutWithNewLeader(() => scene.install())
    expect(judge(outcome)).toEqual(asUsual)
    expect(outcome.leaders.length).toBeGreaterThan(1)
    expect(await scene.wrong()).toEqual({})
  })

  test('may have left fields in statuses that this one does not know', async () => {
    const crd = ref('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'clusterfitouts.fitout.dev')
    const outcome = await scene.fitOut(async () => {
      await scene.api.patch(crd, { spec: { versions: withFuture(await scene.api.get(crd)) } })
      const blue = ref('fitout.dev/v1alpha1', 'ClusterFitout', 'default/blue')
      const future = async () => (await scene.api.get(blue))['status'] as { future?: string } | undefined
      await until('the field is stored', async () => {
        await scene.api.patch(blue, { status: { future: 'of a later version' } }, '/status')
        return (await future())?.future !== undefined
      })
      await scene.install()
    })
    expect(judge(outcome)).toEqual(asUsual)
    expect(await scene.wrong()).toEqual({})
  })
})

test('a pod that hangs is started again, and another one takes over meanwhile', async () => {
  // Asked more often than by default, so that nobody has to wait for it; that alone is a rolling update.
  const path = '/spec/template/spec/containers/0/livenessProbe/periodSeconds'
  const patch = JSON.stringify([{ op: 'replace', path, value: 1 }])
  const deployment = ['deployment/fitout-controller', '--namespace', NAMESPACE]
  await kubectl(scene.lab, 'patch', ...deployment, '--type=json', '--patch', patch)
  await scene.deployment.untilReady()
  const outcome = await scene.fitOut(async () => {
    const pod = await scene.deployment.leader()
    for (const program of pod.programs) program.freeze()
    await until('the container was started again', async () => ((await restartsOf(pod)) ?? 0) > 0)
  })
  await scene.deployment.untilReady()
  expect(judge(outcome)).toEqual(asUsual)
})

async function restartsOf({ metadata }: RunningPod): Promise<number | undefined> {
  const { status } = await scene.api.get(ref('v1', 'Pod', `${metadata.namespace}/${metadata.name}`))
  const { containerStatuses = [] } = (status ?? {}) as { containerStatuses?: { restartCount: number }[] }
  return containerStatuses[0]?.restartCount
}

/** The CRD of a later version: with a field of the status that this one does not know. */
function withFuture(crd: KubeObject): readonly object[] {
  const { versions } = crd['spec'] as { versions: readonly object[] }
  return versions.map(version => {
    const copy = structuredClone(version) as {
      schema: { openAPIV3Schema: { properties: { status: { properties: Record<string, object> } } } }
    }
    copy.schema.openAPIV3Schema.properties.status.properties['future'] = { type: 'string' }
    return copy
  })
}
