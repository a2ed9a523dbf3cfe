import { type Fields, textIn } from '../../object/fields.ts'
import type { ProofFinding } from './evidence.ts'
import { reportedConditions } from './reported-conditions.ts'

interface Awaited {
  /** Begins so; versions that do not matter are left out. */
  readonly apiVersion: string
  /** All kinds of the group if there are none. */
  readonly kinds?: readonly string[]
  /** One of these is written by the controller as soon as it has looked at the object. */
  readonly types: readonly [string, ...string[]]
}

/** Kinds whose controllers always say whether an object works: one that has no such condition was never looked at. */
const awaited: readonly Awaited[] = [
  { apiVersion: 'apiregistration.k8s.io/', kinds: ['APIService'], types: ['Available'] },
  { apiVersion: 'v1', kinds: ['Node'], types: ['Ready'] },
  { apiVersion: 'policy/v1', kinds: ['PodDisruptionBudget'], types: ['DisruptionAllowed'] },
  // In autoscaling/v1 the conditions are an annotation.
  { apiVersion: 'autoscaling/v2', kinds: ['HorizontalPodAutoscaler'], types: ['AbleToScale'] },
  {
    apiVersion: 'certificates.k8s.io/',
    kinds: ['CertificateSigningRequest'],
    types: ['Approved', 'Denied', 'Failed'],
  },
  {
    apiVersion: 'cert-manager.io/',
    kinds: ['Certificate', 'CertificateRequest', 'Issuer', 'ClusterIssuer'],
    types: ['Ready'],
  },
  { apiVersion: 'gateway.networking.k8s.io/', kinds: ['Gateway'], types: ['Programmed'] },
  {
    apiVersion: 'gateway.networking.k8s.io/',
    kinds: ['GatewayClass', 'HTTPRoute', 'GRPCRoute', 'TLSRoute', 'TCPRoute', 'UDPRoute'],
    types: ['Accepted'],
  },
  { apiVersion: 'karpenter.sh/', kinds: ['NodePool', 'NodeClaim'], types: ['Ready'] },
  { apiVersion: 'karpenter.k8s.aws/', kinds: ['EC2NodeClass'], types: ['Ready'] },
  {
    apiVersion: 'external-secrets.io/',
    kinds: ['ExternalSecret', 'SecretStore', 'ClusterSecretStore'],
    types: ['Ready'],
  },
  {
    apiVersion: 'cluster.x-k8s.io/',
    kinds: ['Cluster', 'Machine', 'MachineDeployment', 'MachineSet', 'MachinePool'],
    types: ['Available', 'Ready'],
  },
  { apiVersion: 'pkg.crossplane.io/', types: ['Healthy'] },
  { apiVersion: 'operator.tigera.io/', kinds: ['TigeraStatus'], types: ['Available'] },
]

const fluxGroups = /^(?:helm|kustomize|source)\.toolkit\.fluxcd\.io\//

/** Says of an object that its controller has not looked at it, if controllers of its kind always tell; else undefined. */
export function neverReported(object: Fields): ProofFinding | undefined {
  const types = typesFor(object)
  if (types === undefined || reportedConditions(object).some(({ type }) => types.includes(type)))
    return undefined
  // A controller of Flux marks what is suspended as seen, and says nothing of it.
  const said = fluxGroups.test(textIn(object, 'apiVersion'))
    ? 'Flux has not reported readiness'
    : `Condition ${types[0]} is not reported yet`
  return { health: 'InProgress', message: `${said}, so nothing is proven` }
}

function typesFor(object: Fields): Awaited['types'] | undefined {
  const [apiVersion, kind] = [textIn(object, 'apiVersion'), textIn(object, 'kind')]
  if (fluxGroups.test(apiVersion)) return ['Ready']
  return awaited.find(
    one =>
      (one.apiVersion.endsWith('/')
        ? apiVersion.startsWith(one.apiVersion)
        : apiVersion === one.apiVersion) &&
      (one.kinds === undefined || one.kinds.includes(kind)),
  )?.types
}
