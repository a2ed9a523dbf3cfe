import {
  SOURCE,
  release,
  kustomization,
  proving,
  fluxLabels,
  unseen,
  chart,
  fromChart,
  crash,
} from './flux-samples.ts'
import { container, deployment, pod, sample, says, refTo } from './sample-objects.ts'
import { type Situation, situation } from './situation.ts'

/** Controllers, sources and values of Flux. */
export const fluxSituations: readonly Situation[] = [
  situation(
    'The HelmRelease is suspended',
    'FluxSuspended',
    proving(release([says('Ready=Unknown Progressing')], { suspend: true })),
  ),
  situation(
    'The HelmRelease was suspended before anybody worked on it',
    'FluxSuspended',
    proving(release([], { suspend: true })),
  ),
  situation(
    'Flux has no helm-controller',
    'FluxNotInstalled',
    proving(unseen, [deployment('flux-system/source-controller', { metadata: fluxLabels })]),
  ),
  situation(
    'The helm-controller does not run',
    'FluxControllerDown',
    proving(unseen, [deployment('flux-system/helm-controller', { metadata: fluxLabels })]),
  ),
  situation(
    'The helm-controller is scaled to nothing',
    'ScaledToZero',
    proving(unseen, [
      deployment('flux-system/helm-controller', { metadata: fluxLabels, spec: { replicas: 0 } }),
    ]),
  ),
  situation(
    'The helm-controller crashes',
    'ContainerCrashing',
    proving(unseen, [
      deployment('flux-system/helm-controller', { metadata: fluxLabels }),
      pod('flux-system/helm-controller-x', 'helm-controller', {
        status: { containerStatuses: [container('manager', crash)] },
      }),
    ]),
  ),
  situation(
    'The source of a HelmRelease does not exist',
    'FluxSourceMissing',
    proving(
      release([
        says(
          'Ready=False ArtifactFailed',
          'could not get Source object: OCIRepository.source.toolkit.fluxcd.io "karpenter" not found',
        ),
      ]),
      [],
      { world: { serves: ['source.toolkit.fluxcd.io'] } },
    ),
  ),
  situation(
    'The repository of a chart that Flux has made does not exist',
    'FluxSourceMissing',
    proving(fromChart, [
      sample(`${SOURCE} HelmChart`, 'karpenter/karpenter-karpenter', {
        metadata: {
          labels: {
            'helm.toolkit.fluxcd.io/name': 'karpenter',
            'helm.toolkit.fluxcd.io/namespace': 'karpenter',
          },
        },
        spec: { chart: 'karpenter', version: '*', sourceRef: { kind: 'HelmRepository', name: 'charts' } },
        status: {
          conditions: [
            says(
              'FetchFailed=True SourceUnavailable',
              'failed to get source: HelmRepository.source.toolkit.fluxcd.io "charts" not found',
            ),
            says('Ready=False'),
          ],
        },
      }),
    ]),
  ),
  situation(
    'The registry refuses the credentials',
    'FluxSourceFailed',
    proving(
      release([
        says(
          'Ready=False SourceNotReady',
          "OCIRepository 'karpenter/karpenter' is not ready: does not have an artifact",
        ),
      ]),
      [
        sample(`${SOURCE} OCIRepository`, 'karpenter/karpenter', {
          spec: { secretRef: { name: 'registry' } },
          status: {
            conditions: [
              says(
                'FetchFailed=True AuthenticationFailed',
                'failed to login to registry.example.com: 401 Unauthorized',
              ),
              says('Ready=False AuthenticationFailed'),
            ],
          },
        }),
      ],
    ),
  ),
  situation(
    'The Git server cannot be found',
    'FluxSourceFailed',
    proving(
      kustomization([says('Ready=False ArtifactFailed', 'Source artifact not found, retrying in 30s')]),
      [
        sample(`${SOURCE} GitRepository`, 'flux-system/fleet', {
          status: {
            conditions: [
              says(
                'FetchFailed=True GitOperationFailed',
                'failed to checkout and determine revision: dial tcp: lookup git.example.com: no such host',
              ),
              says('Ready=False GitOperationFailed'),
            ],
          },
        }),
      ],
    ),
  ),
  situation(
    'The chart has no such version',
    'ChartMissing',
    proving(fromChart, [
      chart([
        says(
          'FetchFailed=True InvalidChartReference',
          "invalid chart reference: failed to get chart version for remote reference: no 'karpenter' chart with version matching '1.99.0' found",
        ),
      ]),
    ]),
  ),
  situation(
    'The repository of the chart cannot be fetched',
    'FluxSourceFailed',
    proving(fromChart, [
      chart([
        says('FetchFailed=True NoSourceArtifact', "no artifact available for HelmRepository source 'charts'"),
      ]),
      sample(`${SOURCE} HelmRepository`, 'karpenter/charts', {
        status: {
          conditions: [
            says('FetchFailed=True IndexationFailed', 'failed to fetch Helm repository index: 404 Not Found'),
            says('Ready=False IndexationFailed'),
          ],
        },
      }),
    ]),
  ),
  situation(
    'A Secret of the values lacks a key',
    'FluxValuesInvalid',
    proving(
      release(
        [
          says(
            'Ready=False ValuesError',
            "could not resolve Secret chart values reference 'karpenter/eks-connection' with key 'karpenter_queue_name': key not found",
          ),
        ],
        {
          valuesFrom: [
            {
              kind: 'Secret',
              name: 'eks-connection',
              valuesKey: 'karpenter_queue_name',
              targetPath: 'settings.interruptionQueue',
            },
          ],
        },
      ),
    ),
  ),
  situation(
    'A ConfigMap of the values does not exist',
    'FluxValuesInvalid',
    proving(
      release([
        says(
          'Ready=False ValuesError',
          "could not resolve ConfigMap chart values reference 'karpenter/defaults' with key 'values.yaml': ConfigMap \"defaults\" not found",
        ),
      ]),
    ),
  ),
  situation('The cluster does not know the kinds of Flux', 'FluxNotInstalled', {
    step: 'karpenter',
    proof: [refTo(unseen)],
  }),
  situation('A source is of a kind in a version that is only guessed', 'ProofInProgress', {
    ...proving(
      release([
        says(
          'Ready=False SourceNotReady',
          "OCIRepository 'karpenter/karpenter' is not ready: does not have an artifact",
        ),
      ]),
    ),
  }),
]
