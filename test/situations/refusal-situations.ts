import type { Fields } from '../../src/domain/object/fields.ts'
import { proving } from './pod-samples.ts'
import { container, deployment, pod, type Sample, sample, says, warning } from './sample-objects.ts'
import { type Situation, situation } from './situation.ts'

const template = {
  template: { spec: { containers: [{ name: 'web', image: 'registry.example.com/web:v1', resources: {} }] } },
}

/** A Deployment whose pods the API server refuses with these words. */
function refused(words: string, spec: Fields = {}): Sample {
  return deployment('shop/web', {
    spec: { ...template, ...spec },
    status: {
      replicas: 0,
      unavailableReplicas: 1,
      conditions: [
        says('ReplicaFailure=True FailedCreate', `pods "web-5d9-abc" is forbidden: ${words}`),
        says('Available=False MinimumReplicasUnavailable', 'Deployment does not have minimum availability.'),
      ],
    },
  })
}

function limits(limit: Fields): Sample {
  return sample('v1 LimitRange', 'shop/sizes', { spec: { limits: [{ type: 'Container', ...limit }] } })
}

/** Pods that an API server does not take, in words that only it has. */
export const refusalSituations: readonly Situation[] = [
  situation(
    'A LimitRange allows less than a container requests',
    'AdmissionRefused',
    proving(refused('maximum cpu usage per Container is 1, but limit is 2'), [limits({ max: { cpu: '1' } })]),
  ),
  situation(
    'A LimitRange allows a smaller ratio',
    'AdmissionRefused',
    proving(refused('cpu max limit to request ratio per Container is 2, but provided ratio is 10.000000'), [
      limits({ maxLimitRequestRatio: { cpu: '2' } }),
    ]),
  ),
  situation(
    'A quota takes only pods that say how much they need',
    'AdmissionRefused',
    proving(refused('failed quota: compute: must specify limits.cpu for: web; limits.memory for: web'), [
      sample('v1 ResourceQuota', 'shop/compute'),
    ]),
  ),
  situation(
    'The priority class of the pods does not exist',
    'AdmissionRefused',
    proving(refused('no PriorityClass with name gold was found'), []),
  ),
  situation(
    'The runtime class of the pods does not exist',
    'AdmissionRefused',
    proving(refused('pod rejected: RuntimeClass "gvisor" not found'), []),
  ),
  situation(
    'Pods are rejected with an unknown message',
    'AdmissionRefused',
    proving(refused('pod node label selector conflicts with its namespace node label selector'), []),
  ),
  situation(
    'A namespace is labelled for restricted pods',
    'AdmissionRefused',
    proving(
      refused(
        'violates PodSecurity "restricted:latest": runAsNonRoot != true (pod or container "web" must set securityContext.runAsNonRoot=true)',
      ),
      [
        sample('v1 Namespace', 'shop', {
          metadata: { labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } },
        }),
      ],
    ),
  ),
  situation(
    'A policy rejects the pods',
    'AdmissionRefused',
    proving(
      refused(
        "ValidatingAdmissionPolicy 'labels' with binding 'labels-everywhere' denied request: pods need label team",
      ),
      [
        sample('admissionregistration.k8s.io/v1 ValidatingAdmissionPolicy', 'labels'),
        sample('admissionregistration.k8s.io/v1 ValidatingAdmissionPolicyBinding', 'labels-everywhere'),
      ],
    ),
  ),
  situation(
    'A webhook has a certificate of an unknown authority',
    'WebhookUnavailable',
    proving(
      refused(
        'Internal error occurred: failed calling webhook "inject.example.com": failed to call webhook: Post "https://injector.mesh.svc:443/inject?timeout=10s": tls: failed to verify certificate: x509: certificate signed by unknown authority',
      ),
      [
        sample('v1 Service', 'mesh/injector'),
        {
          ...sample('discovery.k8s.io/v1 EndpointSlice', 'mesh/injector-x', {
            metadata: { labels: { 'kubernetes.io/service-name': 'injector' } },
          }),
          endpoints: [{ addresses: ['10.0.0.7'], conditions: { ready: true } }],
        },
        {
          ...sample('admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration', 'injector'),
          webhooks: [{ name: 'inject.example.com', failurePolicy: 'Fail' }],
        },
      ],
    ),
  ),
  situation(
    'The namespace of the pods is being deleted',
    'FinalizerStuck',
    proving(refused('unable to create new content in namespace shop because it is being terminated'), [
      sample('v1 Namespace', 'shop', {
        metadata: { deletionTimestamp: '2026-11-16T11:40:00Z' },
        status: { phase: 'Terminating' },
      }),
    ]),
  ),
  situation(
    'The claim of a StatefulSet is refused',
    'AdmissionRefused',
    (() => {
      const set = sample('apps/v1 StatefulSet', 'shop/db', {
        spec: { replicas: 1, selector: { matchLabels: { app: 'db' } } },
        status: { replicas: 0 },
      })
      return proving(set, [
        warning(
          set,
          'FailedCreate',
          'create Claim data-db-0 for Pod db-0 in StatefulSet db failed error: persistentvolumeclaims "data-db-0" is forbidden: maximum storage usage per PersistentVolumeClaim is 1Gi, but request is 5Gi',
        ),
        sample('v1 LimitRange', 'shop/disks', {
          spec: { limits: [{ type: 'PersistentVolumeClaim', max: { storage: '1Gi' } }] },
        }),
      ])
    })(),
  ),
  situation(
    'A pod was evicted',
    'NotExplained',
    proving(
      sample('v1 Pod', 'shop/worker', {
        spec: { nodeName: 'node-a' },
        status: {
          phase: 'Failed',
          reason: 'Evicted',
          message: 'The node was low on resource: memory. Threshold quantity: 100Mi, available: 80Mi.',
          containerStatuses: [
            container('web', { state: { terminated: { exitCode: 137, reason: 'Error' } } }),
          ],
        },
      }),
      [sample('v1 Node', 'node-a', { status: { conditions: [says('Ready=True')] } })],
    ),
  ),
  situation(
    'A liveness probe stops a container again and again',
    'ProbeFailing',
    (() => {
      const killed = pod('shop/web-5d9-x', 'web', {
        status: {
          phase: 'Running',
          containerStatuses: [
            container('web', {
              state: { waiting: { reason: 'CrashLoopBackOff' } },
              last: { terminated: { exitCode: 137, reason: 'Error' } },
            }),
          ],
        },
      })
      return proving(deployment('shop/web'), [
        killed,
        warning(killed, 'Unhealthy', 'Liveness probe failed: HTTP probe failed with statuscode: 404'),
      ])
    })(),
  ),
]
