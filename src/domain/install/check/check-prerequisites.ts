import { resourceSetKinds } from './needed-kinds.ts'
import { judgeComponent } from '../../compat/judge-component.ts'
import { numberIn, partOf, type Fields } from '../../object/fields.ts'
import type { CheckFinding, InstallationFacts } from './installation-facts.ts'
import { argsOf, pathOf, versionOf } from './read-objects.ts'

/** ValidatingAdmissionPolicies are served from 1.30 on. */
const OLDEST_MINOR = 30

/** Whether the API server is new enough. */
export function checkKubernetes({ kubernetes }: InstallationFacts): CheckFinding {
  const [, major = '0', minor = '0'] = /^v?(\d+)\.(\d+)/.exec(kubernetes) ?? []
  const check = 'kubernetes'
  if (Number(major) > 1 || Number(minor) >= OLDEST_MINOR) {
    return { check, result: 'ok', message: `Kubernetes ${kubernetes}` }
  }
  return {
    check,
    result: 'failed',
    message: `Kubernetes ${kubernetes} is too old: Fitout needs 1.${OLDEST_MINOR} or newer`,
    next: 'upgrade the management cluster',
  }
}

const API = 'cluster.x-k8s.io'

/** Whether Cluster API is there, new enough, and at work. */
export function checkClusterApi(facts: InstallationFacts): CheckFinding {
  const check = 'cluster-api'
  const found = { check, result: 'failed' } as const
  const kinds = facts.served[`${API}/v1beta2`]
  if (kinds === undefined && facts.served[`${API}/v1beta1`] === undefined) {
    return {
      ...found,
      message: `Cluster API is not installed: the server does not serve ${API}`,
      next: 'clusterctl init',
    }
  }
  if (!kinds?.includes('Cluster')) {
    return {
      ...found,
      message: `Cluster API is too old: it does not serve ${API}/v1beta2; Fitout needs Cluster API 1.11 or newer`,
      next: 'clusterctl upgrade plan',
    }
  }
  const managers = facts.managers.kind === 'read' ? facts.managers.value : []
  const down = managers.find(isDown)
  if (down) {
    return {
      ...found,
      message: `Deployment ${pathOf(down)} of Cluster API is not available`,
      next: `kubectl --namespace ${pathOf(down).replace('/', ' describe deployment ')}`,
    }
  }
  return versionFinding(managers[0], facts.kubernetes)
}

function isDown(deployment: Fields): boolean {
  const wanted = numberIn(partOf(deployment, 'spec'), 'replicas', 1)
  return numberIn(partOf(deployment, 'status'), 'availableReplicas') < Math.max(1, wanted)
}

function versionFinding(manager: Fields | undefined, kubernetes: string): CheckFinding {
  const check = 'cluster-api'
  const version = manager && versionOf(manager)
  if (version === undefined) {
    return { check, result: 'ok', message: 'Cluster API serves v1beta2; its version is unknown' }
  }
  const { verdict, sentence } = judgeComponent({ component: 'cluster-api', version }, kubernetes)
  if (verdict !== 'unsupported') return { check, result: 'ok', message: `Cluster API ${version}` }
  return { check, result: 'warning', message: sentence, next: 'clusterctl upgrade plan' }
}

/** Whether Cluster API works on ClusterResourceSets. */
export function checkResourceSets(facts: InstallationFacts): CheckFinding {
  const check = 'resource-sets'
  const missing = resourceSetKinds.filter(
    kind => !facts.served['addons.cluster.x-k8s.io/v1beta2']?.includes(kind),
  )
  if (missing.length > 0) {
    return {
      check,
      result: 'failed',
      message: `ClusterResourceSets are not available: the server does not serve ${missing.join(' and ')} of addons.cluster.x-k8s.io/v1beta2`,
      next: 'clusterctl upgrade plan',
    }
  }
  const managers = facts.managers.kind === 'read' ? facts.managers.value : []
  const off = managers.find(each => argsOf(each).some(arg => /\bClusterResourceSet=false\b/.test(arg)))
  if (off) {
    return {
      check,
      result: 'failed',
      message: `ClusterResourceSets are disabled: --feature-gates of Deployment ${pathOf(off)} has ClusterResourceSet=false`,
      next: `kubectl --namespace ${pathOf(off).replace('/', ' edit deployment ')}`,
    }
  }
  return { check, result: 'ok', message: 'ClusterResourceSets are served and enabled' }
}
