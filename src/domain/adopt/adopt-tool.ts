import { type Fields, isFields, itemsIn, partOf, textIn } from '../object/fields.ts'

/** Who put something on a cluster. */
export type AdoptTool =
  | 'helm'
  | 'terraform'
  | 'flux-helm'
  | 'flux-kustomize'
  | 'flux-operator'
  | 'flux-cli'
  | 'caaph'
  | 'sveltos'
  | 'argo-cd'
  | 'eks-add-on'
  | 'cluster-resource-set'
  | 'fitout'
  | 'kubectl-apply'
  | 'kubectl-apply-server-side'
  | 'kubectl'
  | 'unknown'

/** Who did it, and what shows it. */
export interface ToolClaim {
  readonly tool: AdoptTool
  /** The label, annotation, manager or object that shows it. */
  readonly evidence: string
}

/** How people call each of them. */
export const toolNames: Readonly<Record<AdoptTool, string>> = {
  helm: 'Helm CLI',
  terraform: "Terraform's Helm provider",
  'flux-helm': 'Flux (helm-controller)',
  'flux-kustomize': 'Flux (kustomize-controller)',
  'flux-operator': 'Flux Operator',
  'flux-cli': 'flux install or bootstrap',
  caaph: 'CAAPH (HelmChartProxy)',
  sveltos: 'Sveltos',
  'argo-cd': 'Argo CD',
  'eks-add-on': 'EKS add-on',
  'cluster-resource-set': 'ClusterResourceSet',
  fitout: 'Fitout',
  'kubectl-apply': 'kubectl apply',
  'kubectl-apply-server-side': 'kubectl apply --server-side',
  kubectl: 'kubectl',
  unknown: 'not known',
}

const FLUX_HELM = 'helm.toolkit.fluxcd.io/name'
const FLUX_KUSTOMIZE = 'kustomize.toolkit.fluxcd.io/name'
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration'
const HELM_RELEASE = 'meta.helm.sh/release-name'

/** A writer of an object, as the server keeps it. */
export interface FieldManager {
  readonly manager: string
  readonly operation: string
  readonly time: string
}

/** The writers of an object but for those that write its status, the newest first. */
export function fieldManagers(object: Fields): readonly FieldManager[] {
  return itemsIn(partOf(object, 'metadata'), 'managedFields')
    .filter(entry => textIn(entry, 'subresource') === '')
    .map(entry => ({
      manager: textIn(entry, 'manager'),
      operation: textIn(entry, 'operation'),
      time: textIn(entry, 'time'),
    }))
    .filter(({ manager }) => manager !== '')
    .toSorted((a, b) => (a.time === b.time ? 0 : a.time < b.time ? 1 : -1))
}

// The first that fits: what a tool signs says more than who was the last to write.
const signs: readonly ((metadata: Fields) => ToolClaim | undefined)[] = [
  byLabel(FLUX_HELM, 'flux-helm'),
  byLabel(FLUX_KUSTOMIZE, 'flux-kustomize'),
  byLabel('fluxcd.controlplane.io/name', 'flux-operator'),
  byLabel('resourceset.fluxcd.controlplane.io/name', 'flux-operator'),
  byLabel('fitout.dev/owner', 'fitout'),
  byAnnotation('argocd.argoproj.io/tracking-id', 'argo-cd'),
  byLabel('projectsveltos.io/reference-name', 'sveltos'),
  byAnnotation('projectsveltos.io/reference-name', 'sveltos'),
  byAnnotation('projectsveltos.io/owner-name', 'sveltos'),
  byManager(/^eks$/, 'eks-add-on'),
  byManager(/^flux$/, 'flux-cli'),
  byManager(/^(?:terraform-provider-|Terraform|OpenTofu|HashiCorp)/i, 'terraform'),
  byAnnotation(HELM_RELEASE, 'helm'),
  byAnnotation(LAST_APPLIED, 'kubectl-apply'),
  byManager(/^kubectl$/, 'kubectl-apply-server-side', 'Apply'),
  byManager(/^kubectl-client-side-apply$/, 'kubectl-apply'),
  byManager(/^(?:clusterresourceset|cluster-resource-set)/i, 'cluster-resource-set'),
  byManager(/^helm/i, 'helm'),
  byManager(/^kubectl/, 'kubectl'),
]

/** Who made an object, by what it says itself. */
export function toolOfObject(object: Fields): ToolClaim {
  const metadata = partOf(object, 'metadata')
  for (const sign of signs) {
    const claim = sign(metadata)
    if (claim) return claim
  }
  const [newest] = fieldManagers(object)
  const evidence = newest ? `field manager ${newest.manager}` : 'it has no sign of any tool'
  return { tool: 'unknown', evidence }
}

const releaseWriters: readonly (readonly [pattern: RegExp, tool: AdoptTool])[] = [
  [/^helm-controller/, 'flux-helm'],
  [/^(?:terraform-provider-|Terraform|OpenTofu|HashiCorp)/i, 'terraform'],
  [/^(?:addon-controller|sveltos)/, 'sveltos'],
  [/caaph|cluster-api-addon-provider-helm|helm-proxy/i, 'caaph'],
  [/^helm/i, 'helm'],
]

/** Who wrote a revision of a release, by the field manager of its Secret: each program signs with its name. */
export function toolOfRevision(secret: Fields): ToolClaim {
  const managers = fieldManagers(secret)
  for (const { manager } of managers) {
    const known = releaseWriters.find(([pattern]) => pattern.test(manager))
    if (known) return { tool: known[1], evidence: `field manager ${manager} of Secret ${nameOf(secret)}` }
  }
  const [newest] = managers
  if (newest)
    return { tool: 'unknown', evidence: `field manager ${newest.manager} of Secret ${nameOf(secret)}` }
  return { tool: 'unknown', evidence: `Secret ${nameOf(secret)} has no field managers` }
}

function nameOf(object: Fields): string {
  return textIn(partOf(object, 'metadata'), 'name')
}

function byLabel(key: string, tool: AdoptTool) {
  return bySign('labels', key, tool)
}

function byAnnotation(key: string, tool: AdoptTool) {
  return bySign('annotations', key, tool)
}

function bySign(field: 'labels' | 'annotations', key: string, tool: AdoptTool) {
  return (metadata: Fields): ToolClaim | undefined => {
    const signed = metadata[field]
    if (!isFields(signed) || !Object.hasOwn(signed, key)) return undefined
    // The value of this one is the whole object.
    const value = key === LAST_APPLIED ? '' : `=${textIn(signed, key)}`
    return { tool, evidence: `${field === 'labels' ? 'label' : 'annotation'} ${key}${value}` }
  }
}

function byManager(pattern: RegExp, tool: AdoptTool, operation?: string) {
  return (metadata: Fields): ToolClaim | undefined => {
    const found = fieldManagers({ metadata }).find(
      one => pattern.test(one.manager) && (operation === undefined || one.operation === operation),
    )
    return found && { tool, evidence: `field manager ${found.manager}` }
  }
}
