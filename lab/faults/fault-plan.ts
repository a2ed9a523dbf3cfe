import { cniPack, gates, networkFitout, profile } from '../add-ons/fitting-out.ts'
import { type KubeObject, ref } from '../kube/kube-object.ts'

/** The value that is handed over: no word of it may be seen anywhere. */
export const CANARY = 'canary-8f2d61c0'

/** A gate of a step that is only in the plan for a while. */
const EXTRA_GATE = 'extra.example.com/enabled'

/** Values from the management cluster, and a template that is filled with them. */
const valuesStep = {
  name: 'values',
  gate: { label: gates.karpenter },
  handOver: [
    {
      from: { secret: '${CLUSTER_NAME}-outputs' },
      to: { secret: 'outputs', namespace: 'network' },
      keys: { queue: {} },
    },
  ],
  render: ['facts'],
  proof: { objects: [{ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'network', name: 'facts' }] },
} as const

const extraStep = { name: 'extra', gate: { label: EXTRA_GATE }, proof: { preset: 'api' } } as const

/** Has no gate that would keep it: what it says depends on the one that it needs alone. */
const gatelessStep = { name: 'late', dependsOn: ['cni'], proof: { preset: 'api' } } as const

/** A small plan in which every kind of write occurs; with one step more, with or without a gate, if asked for. */
export function faultFitout({ isLonger = false, hasGateless = false } = {}): KubeObject {
  return networkFitout([valuesStep, ...(isLonger ? [extraStep] : []), ...(hasGateless ? [gatelessStep] : [])])
}

/** The gates of a plan that takes a while: its last steps each want to have held for a second. */
export const longGates = [gates.cni, gates.karpenter, ...['a', 'b', 'c', 'd'].map(gateOfLate)] as const

/** The same plan with more steps, so that something can happen meanwhile. */
export function longFitout(): KubeObject {
  const late = ['a', 'b', 'c', 'd'].map(name => ({
    name: `late-${name}`,
    gate: { label: gateOfLate(name) },
    proof: { preset: 'api', stableFor: '1s' },
  }))
  return networkFitout([valuesStep, ...late])
}

function gateOfLate(name: string): string {
  return `late-${name}.example.com/enabled`
}

/** The same for one cluster alone, by its name. */
export function faultFitoutFor(cluster: string): KubeObject {
  const plan = faultFitout()
  const clusterSelector = { matchLabels: { ...profile, [NAME_LABEL]: cluster } }
  return { ...plan, spec: { ...(plan['spec'] as object), clusterSelector } }
}

const NAME_LABEL = 'example.com/name'

/** The labels of a cluster that the plan selects. */
export function labelsFor(cluster: string): Readonly<Record<string, string>> {
  return { ...profile, [NAME_LABEL]: cluster }
}

/** What the plan delivers, but for the values. */
export function faultPacks(): readonly KubeObject[] {
  const facts = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'facts', namespace: 'network' },
    data: { cluster: '${CLUSTER_NAME}' },
  }
  return [
    ...cniPack(),
    { ...ref('v1', 'ConfigMap', 'default/facts'), data: { 'facts.yaml': JSON.stringify(facts) } },
  ]
}

/** What Terraform left behind for a cluster. */
export function outputsOf(cluster: string, value = CANARY): KubeObject {
  return {
    ...ref('v1', 'Secret', `default/${cluster}-outputs`),
    stringData: { queue: `${value}-${cluster}` },
  }
}

/** What the plan puts on a workload cluster, and nobody else. */
export const delivered = [
  ref('apps/v1', 'DaemonSet', 'network/cni-node'),
  ref('v1', 'Secret', 'network/outputs'),
  ref('v1', 'ConfigMap', 'network/facts'),
] as const
