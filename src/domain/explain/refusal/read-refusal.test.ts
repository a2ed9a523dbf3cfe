import { describe, expect, test } from 'vitest'
import { readRefusal } from './read-refusal.ts'

describe('An API server refuses because', () => {
  const cases = [
    {
      name: 'a webhook has no endpoints',
      given:
        'Internal error occurred: failed calling webhook "v.example.com": failed to call webhook: Post "https://svc.ns.svc:443/x?timeout=10s": no endpoints available for service "svc"',
      want: { is: 'webhook', webhook: 'v.example.com', service: { namespace: 'ns', name: 'svc' } },
    },
    {
      name: 'a webhook at an address of its own does not respond',
      given: 'failed calling webhook "v.example.com": failed to call webhook: Post "https://10.0.0.1/x": EOF',
      want: { is: 'webhook', webhook: 'v.example.com', service: undefined },
    },
    {
      name: 'it does not know a kind in a version',
      given:
        'error: no matches for kind "NodePool" in version "karpenter.sh/v1beta1"\nensure CRDs are installed first',
      want: { is: 'kind', kind: 'NodePool', group: 'karpenter.sh', version: 'v1beta1' },
    },
    {
      name: 'it does not know a kind of the core',
      given: 'no matches for kind "Thing" in version "v1"',
      want: { is: 'kind', kind: 'Thing', group: '', version: 'v1' },
    },
    {
      name: 'it does not know a kind in a group',
      given: 'no matches for kind "NodePool" in group "karpenter.sh"',
      want: { is: 'kind', kind: 'NodePool', group: 'karpenter.sh', version: '' },
    },
    {
      name: 'a quota is used up',
      given:
        'pods "x" is forbidden: exceeded quota: compute, requested: pods=1, used: pods=4, limited: pods=4',
      want: { is: 'quota', quota: 'compute', asked: { pods: ['4', '1'] } },
    },
    {
      name: 'a LimitRange allows less',
      given:
        'Error creating: pods "x" is forbidden: [maximum cpu usage per Container is 1, but limit is 2, maximum memory usage per Pod is 1Gi, but limit is 1610612736]',
      want: {
        is: 'limit',
        bounds: [
          { end: 'max', resource: 'cpu', per: 'Container', allowed: '1', given: '2' },
          { end: 'max', resource: 'memory', per: 'Pod', allowed: '1Gi', given: '1610612736' },
        ],
      },
    },
    {
      name: 'a LimitRange asks for more',
      given: 'pods "x" is forbidden: minimum cpu usage per Container is 100m, but request is 10m',
      want: {
        is: 'limit',
        bounds: [{ end: 'min', resource: 'cpu', per: 'Container', allowed: '100m', given: '10m' }],
      },
    },
    {
      name: 'a LimitRange asks for a limit',
      given: 'pods "x" is forbidden: maximum memory usage per Container is 1Gi.  No limit is specified',
      want: {
        is: 'limit',
        bounds: [{ end: 'max', resource: 'memory', per: 'Container', allowed: '1Gi', given: undefined }],
      },
    },
    {
      name: 'a limit is too far from the request',
      given:
        'pods "x" is forbidden: cpu max limit to request ratio per Container is 2, but provided ratio is 10.000000',
      want: {
        is: 'limit',
        bounds: [
          {
            end: 'maxLimitRequestRatio',
            resource: 'cpu',
            per: 'Container',
            allowed: '2',
            given: '10.000000',
          },
        ],
      },
    },
    {
      name: 'a quota takes only what says how much it needs',
      given:
        'pods "x" is forbidden: failed quota: compute: must specify limits.cpu for: proxy,web; limits.memory for: web',
      want: {
        is: 'unsaid',
        quota: 'compute',
        unsaid: [
          { resource: 'limits.cpu', containers: ['proxy', 'web'] },
          { resource: 'limits.memory', containers: ['web'] },
        ],
      },
    },
    {
      name: 'a priority class does not exist',
      given: 'pods "x" is forbidden: no PriorityClass with name gold was found',
      want: { is: 'class', kind: 'PriorityClass', name: 'gold' },
    },
    {
      name: 'a runtime class does not exist',
      given: 'pods "x" is forbidden: pod rejected: RuntimeClass "gvisor" not found',
      want: { is: 'class', kind: 'RuntimeClass', name: 'gvisor' },
    },
    {
      name: 'the account of a pod does not exist',
      given:
        'pods "x" is forbidden: error looking up service account shop/web: serviceaccount "web" not found',
      want: { is: 'account', namespace: 'shop', account: 'web' },
    },
    {
      name: 'a pod is not secure enough',
      given: 'pods "x" is forbidden: violates PodSecurity "restricted:latest": privileged',
      want: { is: 'admission', by: 'Pod security level "restricted:latest"' },
    },
    {
      name: 'a policy says no',
      given: "ValidatingAdmissionPolicy 'gates' with binding 'all' denied request: only Fitout may",
      want: { is: 'admission', by: 'Policy "gates"', policy: { name: 'gates', binding: 'all' } },
    },
    {
      name: 'a webhook says no',
      given: 'admission webhook "validate.kyverno.svc" denied the request: no limits',
      want: { is: 'admission', by: 'Webhook "validate.kyverno.svc"', webhook: 'validate.kyverno.svc' },
    },
    {
      name: 'someone has not the right',
      given:
        'roles is forbidden: User "system:serviceaccount:a:b" cannot create resource "roles" in API group "rbac.authorization.k8s.io" in the namespace "a"',
      want: {
        is: 'permission',
        user: 'system:serviceaccount:a:b',
        cannot: 'cannot create resource "roles" in API group "rbac.authorization.k8s.io"',
      },
    },
    { name: 'nobody knows', given: 'context deadline exceeded', want: undefined },
  ]
  for (const { name, given, want } of cases) {
    test(name, () => expect(readRefusal(given)?.refusal).toEqual(want))
  }
})

test('Only the words that prove it are kept', () => {
  const words = 'no matches for kind "A" in version "b/v1"'
  expect(readRefusal(`${'long '.repeat(100)}${words}`)?.words).toBe(words)
})
