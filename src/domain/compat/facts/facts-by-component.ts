import type { CompatFacts, ComponentFacts } from '../component-facts.ts'
import { amazonEks } from './amazon-eks.ts'
import { calico } from './calico.ts'
import { cilium } from './cilium.ts'
import { clusterApi, clusterApiManager } from './cluster-api.ts'
import { flux } from './flux.ts'
import { helm } from './helm.ts'
import { karpenter } from './karpenter.ts'

/** The day on which the facts as a whole were last gone through. */
export const FACTS_AS_OF = '2026-11-15'

// A union, so that no name is without an entry below.
type ComponentName =
  | 'flux'
  | 'controlplane-flux'
  | 'karpenter'
  | 'cluster-api'
  | 'cluster-api-manager'
  | 'helm'
  | 'calico'
  | 'cilium'
  | 'aws-vpc-cni'
  | 'eks'

const facts: Readonly<Record<ComponentName, ComponentFacts>> = {
  flux,
  // Has a range of its own, wider than that of Flux, so what is said of Flux must not hold it.
  'controlplane-flux': withoutFacts('ControlPlane Flux'),
  karpenter,
  'cluster-api': clusterApi,
  'cluster-api-manager': clusterApiManager,
  helm,
  calico,
  cilium,
  'aws-vpc-cni': withoutFacts('Amazon VPC CNI'),
  eks: amazonEks,
}

/** All facts, by the name of the component. */
export const factsByComponent: ReadonlyMap<string, ComponentFacts> = new Map(Object.entries(facts))

/** What the projects publish, and nothing that a user has added. */
export const publishedFacts: CompatFacts = {
  components: factsByComponent,
  charts: new Map(),
  images: new Map(),
}

// The step that brings it is warned about; a component that has no name here is not even noticed.
function withoutFacts(title: string): ComponentFacts {
  return { title, relation: 'runs', older: 'unknown', newer: 'unknown', lines: [] }
}
