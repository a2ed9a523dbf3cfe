import { textAt, listAt } from '../check/history/fields.ts'
import { type Edition, connectionName, swarmFitout } from '../swarm/swarm-plan.ts'
import {
  type Fact,
  type Place,
  daemonSet,
  deployment,
  find,
  karpenterNode,
  present,
  readyz,
  said,
  served,
} from './object-facts.ts'

/** A step of the plan of the swarm, and all that must be so before it is ready. */
export interface TrueStep {
  readonly name: string
  /** The label of its gate, if it has one. */
  readonly gate: string | undefined
  /** The names of the steps that it needs. */
  readonly needs: readonly string[]
  readonly facts: readonly Fact[]
  /** What must be there before its own gate opens. */
  readonly before: readonly Fact[]
  /** The ConfigMaps that it delivers. */
  readonly packs: readonly string[]
}

const HANDED_OVER = 'karpenter/eks-connection'
const SOURCE = 'source.toolkit.fluxcd.io'

/** The value on the workload cluster is the one that Terraform left for this cluster, byte for byte. */
const value: Fact = {
  name: `Secret ${HANDED_OVER}`,
  kind: 'Secret',
  key: HANDED_OVER,
  isShown: hasValue,
  isSo: hasValue,
}

function hasValue({ name, workload, shown }: Place): boolean {
  const wanted = textAt(shown('secrets', connectionName(name)), 'data', 'queue')
  const found = textAt(find(workload, 'secrets', HANDED_OVER), 'data', 'queue')
  return wanted !== undefined && found !== undefined && bytesOf(wanted) === bytesOf(found)
}

function bytesOf(base64: string): string {
  return Buffer.from(base64, 'base64').toString('hex')
}

/** What runs is what the pack says now; a pack that is gone says nothing. */
function packed(pack: string, kind: 'DaemonSet' | 'Deployment', key: string): Fact {
  const isCurrent = ({ workload, shown }: Place): boolean => {
    const text = textAt(shown('configmaps', pack), 'data', 'manifests.yaml')
    const containers = listAt(
      find(workload, `${kind.toLowerCase()}s.apps`, key),
      'spec',
      'template',
      'spec',
      'containers',
    )
    return text === undefined || text.includes(`"image":"${textAt(containers[0], 'image')}"`)
  }
  return { name: `${kind} ${key} of pack ${pack}`, kind, key, isShown: isCurrent, isSo: isCurrent }
}

const never: Fact = {
  name: 'cni-that-is-not-there',
  kind: 'DaemonSet',
  isShown: () => false,
  isSo: () => false,
}

const karpenterItself = [
  served('nodepools.karpenter.sh'),
  served('nodeclaims.karpenter.sh'),
  deployment('karpenter/karpenter'),
]
const api = [
  readyz,
  present('Namespace', 'kube-system'),
  present('Namespace', 'default'),
  present('Service', 'default/kubernetes'),
]

const factsOf: Readonly<Record<string, readonly Fact[]>> = {
  api,
  look: api,
  cni: [daemonSet('network/cni-node'), packed('cni-base', 'DaemonSet', 'network/cni-node')],
  flux: [
    present('Namespace', 'flux-system'),
    ...['buckets', 'gitrepositories', 'helmcharts', 'helmrepositories', 'ocirepositories'].map(plural =>
      served(`${plural}.${SOURCE}`),
    ),
    served('helmreleases.helm.toolkit.fluxcd.io'),
    deployment('flux-system/source-controller'),
    deployment('flux-system/helm-controller'),
  ],
  karpenter: [
    said('HelmRepository', `helmrepositories.${SOURCE}`, 'karpenter/charts'),
    said('HelmRelease', 'helmreleases.helm.toolkit.fluxcd.io', 'karpenter/karpenter'),
    ...karpenterItself,
    value,
  ],
  nodes: [...karpenterItself, said('NodePool', 'nodepools.karpenter.sh', 'default'), karpenterNode],
  extras: [deployment('extras/extras'), packed('extras-base', 'Deployment', 'extras/extras')],
}

const packsOf: Readonly<Record<string, readonly string[]>> = {
  cni: ['cni-base'],
  flux: ['flux-crds', 'flux-core'],
  karpenter: ['karpenter-release'],
  nodes: ['karpenter-nodes'],
  extras: ['extras-base'],
}

const known = new Map<string, readonly TrueStep[]>()

/** The steps of a plan, and what makes each of them ready: by the simulation's own lights, not by the plan's proofs. */
export function trueSteps(count: number, edition: Edition): readonly TrueStep[] {
  const key = `${count} ${edition}`
  const steps = known.get(key) ?? makeSteps(count, edition)
  known.set(key, steps)
  return steps
}

function makeSteps(count: number, edition: Edition): readonly TrueStep[] {
  const steps = listAt(swarmFitout(count, edition), 'spec', 'steps')
  return steps.map((step, index) => {
    const name = textAt(step, 'name') ?? ''
    const named = (step as { dependsOn?: readonly string[] }).dependsOn
    const [previous] = steps.slice(Math.max(0, index - 1), index).map(one => textAt(one, 'name') ?? '')
    const isUnproven = edition === 'unproven' && name === 'cni'
    return {
      name,
      gate: textAt(step, 'gate', 'label'),
      needs: named ?? (previous === undefined ? [] : [previous]),
      facts: isUnproven ? [never] : (factsOf[name] ?? [never]),
      before: name === 'karpenter' ? [value] : [],
      packs: packsOf[name] ?? [],
    }
  })
}
