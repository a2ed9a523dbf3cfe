import { beforeAll, expect, test } from 'vitest'
import { hasCondition } from '../kube/conditions.ts'
import { type KubeObject, ref } from '../kube/kube-object.ts'
import { until } from '../kube/until.ts'
import type { LabCluster } from '../lab.ts'
import { processesOf } from './processes-of.ts'
import { sharedFlux } from './shared-lab.ts'

let blue: LabCluster

beforeAll(async () => {
  blue = await sharedFlux('blue')
})

test('a program that crashes is started again, and its pod says so', async () => {
  const [program] = blue.controlPlane.kubelet?.pod('flux-system', 'source-controller')?.programs ?? []
  const [before] = await containersOf('source-controller')
  await program?.kill()
  const status = await until('the pod counts a restart and is ready', async () => {
    const [container] = await containersOf('source-controller')
    return (
      container && container.restartCount === Number(before?.restartCount) + 1 && container.ready && container
    )
  })
  expect(status.lastState).toMatchObject({ terminated: { exitCode: 137, reason: 'Error' } })
})

test('a program that hangs makes its pod unready until it goes on', async () => {
  const [program] = blue.controlPlane.kubelet?.pod('flux-system', 'kustomize-controller')?.programs ?? []
  const deployment = ref('apps/v1', 'Deployment', 'flux-system/kustomize-controller')
  const isAvailable = async () =>
    hasCondition(await blue.controlPlane.api.get(deployment), 'Available', 'True')
  program?.freeze()
  await until('the Deployment is not available', async () => !(await isAvailable()))
  program?.thaw()
  await until('the Deployment is available again', isAvailable)
})

test('an image of another version is played and never mistaken for the real program', async () => {
  const { api } = blue.controlPlane
  const other = deployment('other-version', 'ghcr.io/fluxcd/source-controller:v0.1.0')
  await api.apply(other)
  await until('it is available', async () => hasCondition(await api.get(other), 'Available', 'True'))
  expect(processesOf('source-controller')).toBe(1)
})

test('a program ends when its Deployment goes', async () => {
  await blue.controlPlane.api.delete(ref('apps/v1', 'Deployment', 'flux-system/source-controller'))
  await until('the program has ended', async () => processesOf('source-controller') === 0)
  await until('the pod is gone', async () => (await containersOf('source-controller')).length === 0)
})

interface ContainerStatus {
  readonly restartCount: number
  readonly ready: boolean
  readonly lastState: object
}

async function containersOf(app: string): Promise<readonly ContainerStatus[]> {
  const pods = await blue.controlPlane.api.list('v1', 'Pod', `?labelSelector=app%3D${app}`)
  return pods.flatMap(
    pod => (pod['status'] as { containerStatuses?: ContainerStatus[] }).containerStatuses ?? [],
  )
}

function deployment(name: string, image: string): KubeObject {
  const labels = { app: name }
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: 'default' },
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'manager', image }] } },
    },
  }
}
