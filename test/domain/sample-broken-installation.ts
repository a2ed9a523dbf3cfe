import type { Fields } from '../../src/domain/object/fields.ts'
import { sampleDeployment, sampleObjects, samplePod } from './sample-installation.ts'

/** For tests: a Deployment of another version. */
export function ofVersion(tag: string, over: Fields): Fields {
  const containers = [{ image: `registry.example/fitout:${tag}` }]
  return sampleDeployment(over, { template: { spec: { containers } } })
}

/** For tests: a Deployment with these arguments. */
export function withArgs(...args: readonly string[]): Fields {
  const containers = [{ image: 'registry.example/fitout:0.1.0', args }]
  return sampleDeployment({}, { template: { spec: { containers } } })
}

/** For tests: a Pod whose container waits. */
export function waitingPod(reason: string, message: string): Fields {
  const containerStatuses = [
    { image: 'registry.example/fitout:0.1.0', state: { waiting: { reason, message } } },
  ]
  return samplePod('fitout-controller-1', { conditions: [], containerStatuses })
}

/** For tests: a Pod that crashes again and again. */
export function crashingPod(): Fields {
  const terminated = { exitCode: 137, reason: 'OOMKilled' }
  const state = { waiting: { reason: 'CrashLoopBackOff' } }
  const containerStatuses = [{ ready: false, restartCount: 5, state, lastState: { terminated } }]
  return samplePod('fitout-controller-1', { conditions: [], containerStatuses })
}

/** For tests: a Fitout that proves a HelmRelease on the management cluster. */
export function fluxPlan(): Fields {
  const object = {
    cluster: 'Management',
    apiVersion: 'helm.toolkit.fluxcd.io/v2',
    kind: 'HelmRelease',
    name: 'x',
  }
  return {
    metadata: { namespace: 'prod', name: 'eks' },
    spec: { steps: [{ name: 'a', proof: { objects: [object] } }] },
  }
}

/** For tests: the permissions, but for one resource. */
export function permissionsWithout(resource: string): readonly Fields[] {
  return sampleObjects('ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding').map(role => {
    const rules = Array.isArray(role['rules']) ? role['rules'] : []
    return { ...role, rules: rules.filter(rule => !JSON.stringify(rule).includes(`"${resource}"`)) }
  })
}

/** For tests: an older CustomResourceDefinition. */
export function withoutTimeout(crd: Fields): Fields {
  const text = JSON.stringify(crd)
  return JSON.parse(text, (key, value: unknown) => (key === 'timeout' ? undefined : value))
}

/** For tests: a CustomResourceDefinition that does not know a preset. */
export function withoutPreset(preset: string): (crd: Fields) => Fields {
  return crd => JSON.parse(JSON.stringify(crd).replace(`"${preset}",`, ''))
}

/** For tests: a newer CustomResourceDefinition. */
export function withFuture(crd: Fields): Fields {
  const text = JSON.stringify(crd)
  return JSON.parse(text.replace('"clusterSelector":{', '"future":{"type":"string"},"clusterSelector":{'))
}

/** For tests: a CustomResourceDefinition with objects of another version. */
export function withStored(version: string): (crd: Fields) => Fields {
  return crd => {
    const conditions = [{ type: 'Established', status: 'True' }]
    return { ...crd, status: { conditions, storedVersions: ['v1alpha1', version] } }
  }
}
