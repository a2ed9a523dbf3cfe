import { helm, cilium, proving, helmPod, pulling, noNetwork } from './pod-samples.ts'
import { container, daemonSet, deployment, node, pod, sample, says, warning } from './sample-objects.ts'
import { type Situation, situation } from './situation.ts'

/** Pods that do not run, and pods that may not be made. */
export const podSituations: readonly Situation[] = [
  situation(
    'An image has a tag that does not exist',
    'ImagePullFailed',
    proving(
      cilium,
      [
        pulling,
        warning(
          pulling,
          'Failed',
          'Failed to pull image "quay.io/cilium/cilium:v1.99.0": rpc error: code = NotFound desc = quay.io/cilium/cilium:v1.99.0: not found',
        ),
        node('node-a', { ready: noNetwork }),
      ],
      { step: 'cni', state: 'Stuck' },
    ),
  ),
  situation(
    'A registry requires credentials',
    'ImagePullFailed',
    proving(helm, [
      helmPod({
        containerStatuses: [
          container('manager', {
            state: {
              waiting: {
                reason: 'ErrImagePull',
                message: 'pull access denied, repository does not exist or may require authorization',
              },
            },
          }),
        ],
      }),
    ]),
  ),
  situation(
    'A container has ended and is not started again',
    'ContainerCrashing',
    proving(helm, [
      helmPod({
        containerStatuses: [
          container('manager', {
            state: { terminated: { exitCode: 1, reason: 'Error', message: 'no way' } },
          }),
        ],
      }),
    ]),
  ),
  situation(
    'A container crashes',
    'ContainerCrashing',
    proving(helm, [
      helmPod({
        containerStatuses: [
          container('manager', {
            state: {
              waiting: { reason: 'CrashLoopBackOff', message: 'back-off 5m0s restarting failed container' },
            },
            last: {
              terminated: {
                exitCode: 2,
                reason: 'Error',
                message: 'starting\nunknown flag: --watch-configs-label-selector',
              },
            },
          }),
        ],
      }),
    ]),
  ),
  situation(
    'A container runs out of memory',
    'ContainerCrashing',
    proving(helm, [
      helmPod({
        containerStatuses: [
          container('manager', {
            state: { waiting: { reason: 'CrashLoopBackOff' } },
            last: { terminated: { exitCode: 137, reason: 'OOMKilled' } },
          }),
        ],
      }),
    ]),
  ),
  situation(
    'A container that prepares a pod crashes',
    'ContainerCrashing',
    proving(
      cilium,
      [
        pod('kube-system/cilium-x', 'cilium', {
          status: {
            initContainerStatuses: [
              container('mount-bpf', {
                state: { waiting: { reason: 'CrashLoopBackOff' } },
                last: { terminated: { exitCode: 1, reason: 'Error', message: 'mount: permission denied' } },
              }),
            ],
          },
        }),
      ],
      { step: 'cni' },
    ),
  ),
  situation(
    'A container needs a Secret that does not exist',
    'ContainerConfigMissing',
    proving(helm, [
      helmPod({
        containerStatuses: [
          container('manager', {
            state: { waiting: { reason: 'CreateContainerConfigError', message: 'secret "proxy" not found' } },
          }),
        ],
      }),
    ]),
  ),
  situation(
    'A container does not pass its probe',
    'ProbeFailing',
    (() => {
      const running = helmPod({
        phase: 'Running',
        containerStatuses: [
          container('manager', { state: { running: { startedAt: '2026-11-16T11:50:00Z' } } }),
        ],
      })
      return proving(helm, [
        running,
        warning(
          running,
          'Unhealthy',
          'Readiness probe failed: Get "http://10.0.0.7:9440/readyz": dial tcp 10.0.0.7:9440: connect: connection refused',
        ),
        node('node-a'),
      ])
    })(),
  ),
  situation(
    'A Deployment is scaled to zero',
    'ScaledToZero',
    proving(
      deployment('flux-system/helm-controller', { spec: { replicas: 0 }, status: { replicas: 0 } }),
      [],
    ),
  ),
  situation(
    'A quota leaves no room',
    'QuotaExceeded',
    proving(
      deployment('flux-system/helm-controller', {
        status: {
          replicas: 0,
          conditions: [
            says(
              'ReplicaFailure=True FailedCreate',
              'pods "helm-controller-abc" is forbidden: exceeded quota: compute, requested: limits.memory=1Gi, used: limits.memory=4Gi, limited: limits.memory=4Gi',
            ),
          ],
        },
      }),
      [sample('v1 ResourceQuota', 'flux-system/compute', { spec: { hard: { 'limits.memory': '4Gi' } } })],
    ),
  ),
  situation(
    'The account of the pods does not exist',
    'AdmissionRefused',
    proving(
      deployment('flux-system/helm-controller', {
        status: {
          replicas: 0,
          conditions: [
            says(
              'ReplicaFailure=True FailedCreate',
              'pods "helm-controller-abc" is forbidden: error looking up service account flux-system/helm: serviceaccount "helm" not found',
            ),
          ],
        },
      }),
      [],
    ),
  ),
  situation(
    'The namespace takes only restricted pods',
    'AdmissionRefused',
    (() => {
      const strict = daemonSet('kube-system/cilium', { status: { currentNumberScheduled: 0 } })
      return proving(
        strict,
        [
          warning(
            strict,
            'FailedCreate',
            'Error creating: pods "cilium-x" is forbidden: violates PodSecurity "restricted:latest": host namespaces (hostNetwork=true)',
          ),
        ],
        { step: 'cni' },
      )
    })(),
  ),
  situation(
    'A webhook that is down stops new pods',
    'WebhookUnavailable',
    proving(
      deployment('flux-system/helm-controller', {
        status: {
          replicas: 0,
          conditions: [
            says(
              'ReplicaFailure=True FailedCreate',
              'Internal error occurred: failed calling webhook "inject.example.com": failed to call webhook: Post "https://injector.mesh.svc:443/inject?timeout=10s": no endpoints available for service "injector"',
            ),
          ],
        },
      }),
      [
        sample('v1 Service', 'mesh/injector'),
        {
          ...sample('admissionregistration.k8s.io/v1 MutatingWebhookConfiguration', 'injector'),
          webhooks: [{ name: 'inject.example.com', failurePolicy: 'Fail' }],
        },
      ],
    ),
  ),
  situation(
    'A namespace is being deleted and stays',
    'FinalizerStuck',
    (() => {
      const namespace = sample('v1 Namespace', 'flux-system', {
        metadata: { deletionTimestamp: '2026-11-16T11:40:00Z' },
        spec: { finalizers: ['kubernetes'] },
        status: {
          phase: 'Terminating',
          conditions: [
            says(
              'NamespaceFinalizersRemaining=True SomeFinalizersRemain',
              'Some content in the namespace has finalizers remaining: finalizers.fluxcd.io in 2 resource instances',
            ),
          ],
        },
      })
      return proving(namespace, [])
    })(),
  ),
  situation(
    'Two definitions want the same names',
    'DefinitionMissing',
    proving(
      sample('apiextensions.k8s.io/v1 CustomResourceDefinition', 'helmreleases.helm.toolkit.fluxcd.io', {
        status: { conditions: [says('NamesAccepted=False MultipleNamesConflict', '"hr" is already in use')] },
      }),
      [],
    ),
  ),
  situation(
    'Pods are not ready, and nothing says why',
    'NotExplained',
    proving(
      cilium,
      [
        pod('kube-system/cilium-x', 'cilium', { spec: { hostNetwork: true }, status: { phase: 'Running' } }),
        node('node-a'),
      ],
      { step: 'cni', state: 'Stuck' },
    ),
  ),
  situation(
    'A container needs a key that its Secret does not have',
    'ContainerConfigMissing',
    proving(helm, [
      helmPod({
        containerStatuses: [
          container('manager', {
            state: {
              waiting: {
                reason: 'CreateContainerConfigError',
                message: "couldn't find key proxy_url in Secret flux-system/proxy",
              },
            },
          }),
        ],
      }),
    ]),
  ),
]
