import { SourceError } from '../../src/domain/resource-set/source-error.ts'
import type { ResourceState } from '../../src/domain/resource-set/judge-resource.ts'
import type { ResourceSetVerdict } from '../../src/domain/resource-set/judge-resource-set.ts'
import type { Fact } from '../../src/domain/explain/explain-facts.ts'
import { sample, says } from './sample-objects.ts'
import { aCluster, type Situation, situation, type Trouble } from './situation.ts'

const ref = { kind: 'ConfigMap', name: 'flux-1' } as const
const secretRef = { kind: 'Secret', name: 'flux-git' } as const
const hash = 'sha256:1111'

function delivering(fact: Fact<ResourceSetVerdict>, more: Trouble = {}): Trouble {
  return {
    state: 'Delivering',
    said: { reason: 'NotApplied', message: 'ClusterResourceSet "flux" is not applied' },
    ...more,
    facts: { resourceSets: new Map([['flux', fact]]), ...more.facts },
  }
}

function open(...states: readonly ResourceState[]): Fact<ResourceSetVerdict> {
  return {
    kind: 'read',
    value: { verdict: 'open', resources: states, open: states, message: 'One source is open' },
  }
}

const refused: ResourceState = { state: 'not-applied', ref, hash, cause: 'apply-failed', next: 'applies' }

function setThatSays(message: string, reason = 'ApplyFailed') {
  const conditions = [{ type: 'ResourcesApplied', status: 'False', reason, message }]
  return sample('addons.cluster.x-k8s.io/v1beta2 ClusterResourceSet', 'prod/flux', {
    status: { deprecated: { v1beta1: { conditions } } },
  })
}

const noImage =
  'creating object apps/v1, Kind=Deployment flux-system/source-controller: Deployment.apps "source-controller" is invalid: spec.template.spec.containers[0].image: Required value'
const noNamespace =
  '[creating object /v1, Kind=ConfigMap flux/settings: namespaces "flux" not found, creating object /v1, Kind=Secret flux/git: namespaces "flux" not found]'
const noDefinition =
  'failed to create object helm.toolkit.fluxcd.io/v2, Kind=HelmRelease: no matches for kind "HelmRelease" in version "helm.toolkit.fluxcd.io/v2"'
const noRoom =
  'creating object /v1, Kind=Secret shop/database: secrets "database" is forbidden: exceeded quota: budget, requested: count/secrets=1, used: count/secrets=0, limited: count/secrets=0'
const badDefinition =
  '[creating object apiextensions.k8s.io/v1, Kind=CustomResourceDefinition widgets.example.com: CustomResourceDefinition.apiextensions.k8s.io "widgets.example.com" is invalid: [metadata.name: Invalid value: "widgets.example.com": must be spec.names.plural+"."+spec.group, spec.names.kind: Required value], creating object example.com/v1, Kind=Widget shop/large: no matches for kind "Widget" in version "example.com/v1"]'
const noPolicy =
  "creating object apps/v1, Kind=Deployment flux-system/source-controller: deployments.apps \"source-controller\" is forbidden: ValidatingAdmissionPolicy 'no-root' with binding 'no-root' denied request: containers must not run as root"
const noVersion =
  'creating object: no matches for kind "FlowSchema" in version "flowcontrol.apiserver.k8s.io/v1beta2"'
const noWebhook =
  'Internal error occurred: failed calling webhook "policy.example.com": failed to call webhook: Post "https://policy.policy-system.svc:443/check?timeout=10s": no endpoints available for service "policy"'

const unreachable = setThatSays('connection to the workload cluster is down', 'RemoteClusterClientFailed')
const unreadSet = new Map([
  [
    'Management addons.cluster.x-k8s.io/v1beta2 ClusterResourceSet prod names flux',
    { kind: 'unread', reason: 'Not read' } as const,
  ],
])

/** ClusterResourceSets that have not brought everything. */
export const deliverySituations: readonly Situation[] = [
  situation('The pack does not exist', 'ResourceSetMissing', delivering({ kind: 'absent' })),
  situation(
    'One ClusterResourceSet of the pack does not exist',
    'ResourceSetMissing',
    delivering(
      { kind: 'absent' },
      {
        facts: {
          packs: new Map([['flux', ['flux.namespaces', 'flux']]]),
          resourceSets: new Map([['flux.namespaces', { kind: 'absent' }]]),
        },
      },
    ),
  ),
  situation('A ClusterResourceSet that is not of a pack does not exist', 'ResourceSetMissing', {
    step: 'karpenter',
    state: 'Delivering',
    said: { reason: 'NotApplied', message: 'ClusterResourceSet "karpenter" does not exist' },
    facts: { resourceSets: new Map([['karpenter', { kind: 'absent' }]]) },
  }),
  situation(
    'The set selects other labels',
    'ResourceSetNotSelecting',
    delivering({
      kind: 'read',
      value: {
        verdict: 'not-selected',
        reason: 'LabelsDiffer',
        leftEntry: false,
        message:
          'Labels of cluster "payments-eu" do not match ClusterResourceSet "flux": it selects flux.fitout.dev/on=true',
      },
    }),
  ),
  situation(
    'A ConfigMap of the set does not exist',
    'ResourceSourceMissing',
    delivering(open({ state: 'missing', ref, wasApplied: false })),
  ),
  situation(
    'A Secret of the set has the wrong type',
    'ResourceSourceWrongType',
    delivering(open({ state: 'wrong-type', ref: secretRef, type: 'Opaque' })),
  ),
  situation(
    'A ConfigMap of the set is no YAML',
    'ResourceSourceUnreadable',
    delivering(
      open({
        state: 'unreadable',
        ref,
        error: new SourceError('BAD_DOCUMENT', ref, {
          cause: 'not a mapping',
          place: { key: '000-crds.yaml', line: 4, column: 1, offset: 30 },
        }),
      }),
    ),
  ),
  situation(
    'A new set has not been tried',
    'ResourceSetWaits',
    delivering(open({ state: 'not-yet', ref, hash, cause: 'set-not-tried' }), {
      since: '2026-11-16T11:59:30Z',
    }),
  ),
  situation(
    'Cluster API has not tried a set for a long time',
    'ResourceSetWaits',
    delivering(open({ state: 'not-yet', ref, hash, cause: 'set-not-tried' })),
  ),
  situation(
    'The set is paused',
    'ResourceSetWaits',
    delivering(open({ state: 'not-yet', ref, hash, cause: 'set-paused' })),
  ),
  situation(
    'The cluster refuses an object, and only a log says why',
    'ResourceSetApplyFailed',
    delivering(open(refused), {
      world: {
        management: [
          sample('addons.cluster.x-k8s.io/v1beta2 ClusterResourceSet', 'prod/flux', {}),
          sample('apps/v1 Deployment', 'capi-system/capi-controller-manager', {}),
        ],
      },
    }),
  ),
  situation(
    'The cluster refuses an object, and the set says which field',
    'ResourceSetApplyFailed',
    delivering(open(refused), { world: { management: [setThatSays(noImage)] } }),
  ),
  situation(
    'The set brings objects to a namespace that does not exist',
    'ResourceSetApplyFailed',
    delivering(open(refused), { world: { management: [setThatSays(noNamespace)] } }),
  ),
  situation(
    'The set says what may be of another cluster',
    'ResourceSetApplyFailed',
    delivering(open(refused), {
      world: {
        management: [setThatSays(noImage)],
        workload: [sample('apps/v1 Deployment', 'flux-system/source-controller', {})],
      },
    }),
  ),
  situation(
    'The cluster refuses an object, and what the set says could not be read',
    'ResourceSetApplyFailed',
    delivering(open(refused), { facts: { answers: unreadSet } }),
  ),
  situation(
    'Cluster API cannot reach the cluster',
    'ResourceSetWaits',
    delivering(open({ state: 'not-yet', ref, hash, cause: 'unreached' }), {
      world: { management: [unreachable] },
      facts: {
        cluster: {
          kind: 'read',
          value: aCluster({ status: { conditions: [says('RemoteConnectionProbe=False ProbeFailed')] } }),
        },
      },
    }),
  ),
  situation(
    'Cluster API cannot reach one of the clusters',
    'ResourceSetWaits',
    delivering(open({ state: 'not-yet', ref, hash, cause: 'unreached' }), {
      world: { management: [unreachable] },
    }),
  ),
  situation(
    'The set is being deleted',
    'ResourceSetWaits',
    delivering(open({ state: 'not-yet', ref, hash, cause: 'set-deleting' })),
  ),
  situation(
    'The set brings objects before their definition',
    'DefinitionMissing',
    delivering(open(refused), { world: { management: [setThatSays(noDefinition)] } }),
  ),
  situation(
    'The set brings a definition that is refused, and what needs it',
    'ResourceSetApplyFailed',
    delivering(open(refused), { world: { management: [setThatSays(badDefinition)] } }),
  ),
  situation(
    'A quota of a namespace has too little left for what the set brings',
    'QuotaExceeded',
    delivering(open(refused), { world: { management: [setThatSays(noRoom)] } }),
  ),
  situation(
    'A webhook without endpoints stops the set',
    'WebhookUnavailable',
    delivering(open(refused), { world: { management: [setThatSays(noWebhook)] } }),
  ),
  situation(
    'A policy rejects an object of the set',
    'AdmissionRefused',
    delivering(open(refused), {
      world: {
        management: [setThatSays(noPolicy)],
        workload: [
          {
            apiVersion: 'admissionregistration.k8s.io/v1',
            kind: 'ValidatingAdmissionPolicy',
            metadata: { name: 'no-root' },
          },
        ],
      },
    }),
  ),
  situation(
    'The set brings a version that the cluster has not any more',
    'ApiVersionRemoved',
    delivering(open(refused), { world: { management: [setThatSays(noVersion)] } }),
  ),
  situation(
    'A set changed after ApplyOnce had applied it',
    'ResourceSetStale',
    delivering(open({ state: 'stale', ref, hash, appliedHash: 'sha256:0000', next: 'nothing' }), {
      state: 'Stuck',
      said: { reason: 'ProofInProgress', message: 'Deployment flux-system/source-controller does not exist' },
    }),
  ),
  situation(
    'A set was made again under its old name',
    'ResourceSetStale',
    delivering(open({ state: 'ghost', ref, hash, next: 'nothing' })),
  ),
]
