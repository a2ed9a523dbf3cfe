import { karpenterChart, karpenterValues } from '../../add-ons/karpenter.ts'
import { hasCondition } from '../../kube/conditions.ts'
import { type KubeObject, type ObjectRef, ref } from '../../kube/kube-object.ts'
import { timestamp } from '../../kube/timestamp.ts'
import { until } from '../../kube/until.ts'
import { helmRepository, withFlux } from './flux-add-on.ts'
import type { Place } from '../place.ts'
import { bring, deployment, inShop, shop, type ShopSituation, take, web } from './shop.ts'
import type { Situation } from '../situation.ts'

const KARPENTER = 'karpenter'
const API = 'karpenter.sh/v1'
const pool = ref(API, 'NodePool', 'default')
const kwokClass = ref('karpenter.kwok.sh/v1alpha1', 'KWOKNodeClass', 'default')
const ec2Class = ref('karpenter.k8s.aws/v1', 'EC2NodeClass', 'default')
const ec2Definition = ref(
  'apiextensions.k8s.io/v1',
  'CustomResourceDefinition',
  'ec2nodeclasses.karpenter.k8s.aws',
)
const controller = ref('apps/v1', 'Deployment', `${KARPENTER}/karpenter`)
const release = ref('helm.toolkit.fluxcd.io/v2', 'HelmRelease', `${KARPENTER}/karpenter`)

// As people prove it: a NodePool that Karpenter has not looked at says nothing.
const poolIsReady = { preset: 'karpenter', with: { nodePools: ['default'] } } as const

/** A situation on a cluster on which the real Karpenter runs, with nodes of kwok for a cloud. */
function karpenter(given: Omit<ShopSituation, 'on'>): Situation {
  return shop({
    ...given,
    on: withKarpenter,
    after: async place => {
      await given.after?.(place)
      await take(place, web)
      await removeNodes(place)
    },
  })
}

/** A situation of a class of AWS. Nobody asks AWS here: what its controller would say is written as it writes it. */
function ec2(name: string, reason: Situation['reason'], condition: object): Situation {
  return karpenter({
    name,
    reason,
    proves: [pool],
    proof: poolIsReady,
    happens: async place => {
      await bring(place, ec2NodeClassDefinition())
      await until('EC2NodeClass is served', async () =>
        hasCondition(await place.workload.get(ec2Definition), 'Established', 'True'),
      )
      const terms = [{ tags: { 'karpenter.sh/discovery': 'shop' } }]
      await bring(
        place,
        { ...ec2Class, spec: { subnetSelectorTerms: terms, securityGroupSelectorTerms: terms } },
        nodePool('default', {
          nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
        }),
      )
      const ready = { type: 'Ready', status: 'False', reason: 'UnhealthyDependents', message: '' }
      await place.workload.patch(
        ec2Class,
        { status: { conditions: [written(condition), written(ready)] } },
        '/status',
      )
      // The Karpenter of the lab knows no class of AWS, and says nothing of a pool that has one.
      const said = ['NodeClassReady', 'Ready'].map(type =>
        written({ type, status: 'False', reason: 'NodeClassNotReady', message: 'Ready=False' }),
      )
      await place.workload.patch(pool, { status: { conditions: said } }, '/status')
    },
    after: place => take(place, ec2Class),
  })
}

/** Karpenter, what it is asked to make, and what it is not let make. */
export const karpenterSituations: readonly Situation[] = [
  karpenter({
    name: 'A NodePool names a class that does not exist',
    reason: 'NodeClassMissing',
    proves: [pool],
    proof: poolIsReady,
    objects: () => [kwokNodeClass(), nodePool('default', { nodeClassRef: classRef('defualt') })],
    fix: { patch: 'Or set it to KWOKNodeClass default', into: () => pool, on: 'workload' },
  }),
  karpenter({
    name: 'A NodePool breaks a rule of Karpenter',
    reason: 'NodePoolNotReady',
    proves: [pool],
    proof: poolIsReady,
    objects: () => [kwokNodeClass(), nodePool('default', { taints: [taint('batch'), taint('web')] })],
    fix: {
      advised: 'Correct NodePool default',
      by: async place => bring(place, nodePool('default', { taints: [taint('web')] })),
    },
  }),
  karpenter({
    name: 'Karpenter has no pods',
    reason: 'ScaledToZero',
    proves: [web],
    happens: async place => {
      await place.workload.patch(controller, { spec: { replicas: 0 } })
      await bring(place, kwokNodeClass(), nodePool('default'), wantsANode())
    },
    fix: { run: 'Scale Deployment karpenter/karpenter to one replica' },
    after: async place => {
      await place.workload.patch(controller, { spec: { replicas: 1 } })
      await untilKarpenter(place)
    },
  }),
  ec2('A class of AWS finds no subnets', 'SubnetsNotFound', {
    type: 'SubnetsReady',
    status: 'False',
    reason: 'SubnetsNotFound',
    message: 'SubnetSelector did not match any Subnets',
  }),
  ec2('A class of AWS finds no security groups', 'SecurityGroupsNotFound', {
    type: 'SecurityGroupsReady',
    status: 'False',
    reason: 'SecurityGroupsNotFound',
    message: 'SecurityGroupSelector did not match any SecurityGroups',
  }),
  ec2('AWS denies Karpenter the permission to start instances', 'CloudAccessDenied', {
    type: 'ValidationSucceeded',
    status: 'False',
    reason: 'RunInstancesAuthCheckFailed',
    message: "Controller isn't authorized to call ec2:RunInstances",
  }),
  shop({
    name: 'The interruption queue of Karpenter does not exist',
    reason: 'QueueMissing',
    proves: [inShop('apps/v1', 'Deployment', 'karpenter')],
    objects: () => [
      deployment('karpenter', {
        container: {
          image: 'public.ecr.aws/karpenter:crashes-queue',
          terminationMessagePolicy: 'FallbackToLogsOnError',
        },
      }),
    ],
    fix: {
      advised: 'Create the queue with Terraform',
      by: async place => bring(place, deployment('karpenter')),
    },
  }),
]

/** Puts Flux and Karpenter on the cluster of a place; both stay there. */
async function withKarpenter(place: Place): Promise<void> {
  await withFlux(place)
  const { modules } = place.lab.site
  if (!(await place.workload.find(release))) {
    await place.lab.charts.publish(await karpenterChart(modules))
    await bring(
      place,
      { ...ref('v1', 'Namespace', KARPENTER) },
      { ...helmRepository(place), metadata: { name: 'charts', namespace: KARPENTER } },
      {
        ...release,
        spec: {
          interval: '10m',
          chart: {
            spec: {
              chart: 'karpenter',
              version: modules.karpenter.version.slice(1),
              sourceRef: { kind: 'HelmRepository', name: 'charts' },
            },
          },
          values: karpenterValues(modules),
        },
      },
    )
  }
  await untilKarpenter(place)
}

async function untilKarpenter({ workload }: Place): Promise<void> {
  await until(
    'Karpenter runs',
    async () => hasCondition(await workload.get(controller), 'Available', 'True'),
    300_000,
  )
}

async function removeNodes(place: Place): Promise<void> {
  await take(place, pool)
  await until(
    'the nodes of Karpenter are gone',
    async () => (await place.workload.list(API, 'NodeClaim')).length === 0,
    300_000,
  )
  await take(place, kwokClass)
}

function kwokNodeClass(): KubeObject {
  return { ...kwokClass, spec: {} }
}

function classRef(name: string): object {
  return { group: 'karpenter.kwok.sh', kind: 'KWOKNodeClass', name }
}

function nodePool(name: string, template: object = {}, spec: object = {}): KubeObject {
  return {
    ...ref(API, 'NodePool', name),
    spec: {
      template: { spec: { nodeClassRef: classRef('default'), requirements: [], ...template } },
      ...spec,
    },
  }
}

// Only a node that Karpenter makes has this label.
function wantsANode(): KubeObject {
  return deployment('web', { pod: { nodeSelector: { 'karpenter.sh/nodepool': 'default' } } })
}

function taint(value: string): object {
  return { key: 'dedicated', value, effect: 'NoSchedule' }
}

function written(condition: object): object {
  return { lastTransitionTime: timestamp(), ...condition }
}

/** As much of the definition as the class needs here. */
function ec2NodeClassDefinition(): KubeObject & ObjectRef {
  const open = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
  return {
    ...ec2Definition,
    spec: {
      group: 'karpenter.k8s.aws',
      scope: 'Cluster',
      names: { kind: 'EC2NodeClass', plural: 'ec2nodeclasses' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          subresources: { status: {} },
          schema: { openAPIV3Schema: open },
        },
      ],
    },
  }
}
