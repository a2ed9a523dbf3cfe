import { describe, expect, test } from 'vitest'
import { refusedIn, setWordsOf } from './set-words.ts'

const ref = {
  on: 'Management',
  apiVersion: 'addons.cluster.x-k8s.io/v1beta2',
  kind: 'ClusterResourceSet',
  name: 'network',
} as const

function condition(reason: string, message: string) {
  return { type: 'ResourcesApplied', status: 'False', reason, message }
}

describe('A ClusterResourceSet says why it is not applied', () => {
  const cases = [
    {
      name: 'in its older conditions',
      status: {
        conditions: [condition('NotApplied', 'Failed to apply ClusterResourceSet resources to Cluster')],
        deprecated: { v1beta1: { conditions: [condition('ApplyFailed', 'creating object: no')] } },
      },
      want: { reason: 'ApplyFailed', words: 'creating object: no' },
    },
    {
      name: 'in its newer ones, if it says more there than that the log knows',
      status: { conditions: [condition('WrongSecretType', 'Secret type of resource a is not supported')] },
      want: { reason: 'WrongSecretType', words: 'Secret type of resource a is not supported' },
    },
    {
      name: 'not at all, if only the log knows',
      status: { conditions: [condition('InternalError', 'Please check controller logs for errors')] },
      want: undefined,
    },
    {
      name: 'not at all, if all is applied',
      status: { conditions: [{ type: 'ResourcesApplied', status: 'True', reason: 'Applied', message: '' }] },
      want: undefined,
    },
  ]
  for (const { name, status, want } of cases) {
    test(name, () => expect(setWordsOf({ ref, fields: { status } })).toEqual(want))
  }
})

describe('The words of Cluster API name what was refused:', () => {
  const cases = [
    {
      name: 'an object in a namespace, and its field',
      given:
        'creating object apps/v1, Kind=DaemonSet network/agent: DaemonSet.apps "agent" is invalid: spec.template.spec.containers[0].image: Required value',
      want: {
        object: {
          on: 'Workload',
          apiVersion: 'apps/v1',
          kind: 'DaemonSet',
          namespace: 'network',
          name: 'agent',
        },
        doing: 'creating',
        words: 'DaemonSet.apps "agent" is invalid: spec.template.spec.containers[0].image: Required value',
        complaint: 'spec.template.spec.containers[0].image: Required value',
      },
    },
    {
      name: 'the first of several, of the core',
      given:
        '[creating object /v1, Kind=ConfigMap shop/a: namespaces "shop" not found, creating object /v1, Kind=ConfigMap shop/b: namespaces "shop" not found]',
      want: {
        object: { on: 'Workload', apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'a' },
        doing: 'creating',
        words: 'namespaces "shop" not found',
        complaint: 'namespaces "shop" not found',
      },
    },
    {
      name: 'an object that is changed, without a namespace',
      given:
        'patching object rbac.authorization.k8s.io/v1, Kind=ClusterRole system:agent: clusterroles.rbac.authorization.k8s.io "system:agent" is forbidden: not yours',
      want: {
        object: {
          on: 'Workload',
          apiVersion: 'rbac.authorization.k8s.io/v1',
          kind: 'ClusterRole',
          name: 'system:agent',
        },
        doing: 'patching',
        words: 'clusterroles.rbac.authorization.k8s.io "system:agent" is forbidden: not yours',
        complaint: 'not yours',
      },
    },
    {
      name: 'a field of another type',
      given:
        'creating object apps/v1, Kind=Deployment shop/web: Deployment in version "v1" cannot be handled as a Deployment: json: cannot unmarshal string into Go struct field Container.spec.template.spec.containers.resources of type v1.ResourceRequirements',
      want: {
        object: { on: 'Workload', apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: 'web' },
        doing: 'creating',
        words:
          'Deployment in version "v1" cannot be handled as a Deployment: json: cannot unmarshal string into Go struct field Container.spec.template.spec.containers.resources of type v1.ResourceRequirements',
        complaint:
          'cannot unmarshal string into Go struct field Container.spec.template.spec.containers.resources of type v1.ResourceRequirements',
      },
    },
    { name: 'nothing', given: 'connection to the workload cluster is down', want: undefined },
  ]
  for (const { name, given, want } of cases) {
    test(name, () => expect(refusedIn(given)).toEqual(want))
  }
})
