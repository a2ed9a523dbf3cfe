import { names } from '../../src/domain/api/api-names.ts'
import { aFitout, aStep } from '../domain/sample-fitout.ts'
import { isFields, partOf, textIn } from '../../src/domain/object/fields.ts'
import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import { type SmallWorld, head } from './small-world.ts'

/** For tests: the gates of the plan below. */
export const APP = 'app.example.com/on'
export const VALUES = 'values.example.com/on'

/** For tests: the label of a Cluster that the plan selects. */
export const profile = { [names.profileLabel]: 'test' }

const namespace = 'default'
const { spec } = aFitout([
  aStep('api'),
  aStep('app', {
    gate: { label: APP },
    resourceSets: ['app'],
    proof: { objects: [{ apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'app' }] },
  }),
  aStep('values', {
    gate: { label: VALUES },
    handOver: [
      {
        from: { secret: '${CLUSTER_NAME}-outputs' },
        to: { secret: 'outputs', namespace },
        keys: { role: {} },
      },
    ],
    proof: { objects: [{ apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'done' }] },
  }),
])

/** For tests: a plan of three steps, one of them delivered, one with a value. */
export function aPlan(name = 'test', steps: readonly object[] = spec.steps): KubeObject {
  return { ...head('fitout', name), spec: { ...spec, steps } }
}

export const [apiStep, appStep, valuesStep] = spec.steps

/** For tests: what the step "app" brings, as it is when it runs. */
export const deployment: KubeObject = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'app', namespace, generation: 1 },
  spec: { replicas: 1 },
  status: {
    observedGeneration: 1,
    replicas: 1,
    updatedReplicas: 1,
    readyReplicas: 1,
    availableReplicas: 1,
    conditions: [{ type: 'Available', status: 'True' }],
  },
}

/** For tests: what the step "values" is proven by. */
export const done: KubeObject = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'done', namespace },
  data: {},
}

/** For tests: the Secret that the step "values" hands over. */
export function handedOver(role: string): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'outputs', namespace },
    data: { role: btoa(role) },
  }
}

/** For tests: puts everything on the management cluster. */
export async function prepare(world: SmallWorld): Promise<void> {
  await world.put({ ...head('configMap', 'app-pack'), data: { 'app.yaml': JSON.stringify(deployment) } })
  await world.put({
    ...head('resourceSet', 'app'),
    spec: {
      clusterSelector: { matchLabels: { [APP]: 'true' } },
      resources: [{ kind: 'ConfigMap', name: 'app-pack' }],
      strategy: 'ApplyOnce',
    },
  })
  await world.putSecret('blue-outputs', { role: 'arn-1' })
  await world.put(aPlan())
  await world.putCluster(profile)
}

/** For tests: starts the controller and does all that it waits for. */
export async function fitOut(world: SmallWorld): Promise<void> {
  world.start()
  await world.bind('app', ['app-pack'])
  for (const object of [deployment, handedOver('arn-1'), done]) await world.make(object)
  await world.clock.advance(60_000)
}

/** For tests: the states of the steps, in order. */
export async function states(world: SmallWorld): Promise<readonly string[]> {
  const { steps } = await statusOf(world)
  return (Array.isArray(steps) ? steps : [])
    .filter(isFields)
    .map(step => `${textIn(step, 'name')} ${textIn(step, 'state')}`)
}

/** For tests: the status of the ClusterFitout. */
export async function statusOf(world: SmallWorld): Promise<Readonly<Record<string, unknown>>> {
  return partOf(await world.get('clusterFitout', 'blue'), 'status')
}

/** For tests: what the Cluster says of its add-ons. */
export async function conditionOf(world: SmallWorld): Promise<unknown> {
  const { conditions } = partOf(await world.get('cluster', 'blue'), 'status')
  const all = (Array.isArray(conditions) ? conditions : []).filter(isFields)
  return all.find(condition => condition['type'] === names.clusterCondition)
}

/** For tests: the gates that are open. */
export async function gatesOf(world: SmallWorld): Promise<readonly string[]> {
  const { labels = {} } = (await world.get('cluster', 'blue')).metadata
  return Object.keys(labels).filter(label => label === APP || label === VALUES)
}
