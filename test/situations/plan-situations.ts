import type { Hold } from '../../src/domain/plan/cluster-facts.ts'
import type { Reason } from '../../src/domain/plan/reason.ts'
import type { ExplainFacts, SecretFact } from '../../src/domain/explain/explain-facts.ts'
import { sample } from './sample-objects.ts'
import { aCluster, type Situation, situation, type Trouble } from './situation.ts'

type About = Pick<Hold, 'source' | 'readError'>

function held(
  reason: Reason,
  message: string,
  { source, readError, ...facts }: Partial<ExplainFacts> & About = {},
): Trouble {
  const about = { ...(source ? { source } : {}), ...(readError ? { readError } : {}) }
  return { step: 'karpenter', state: 'Held', said: { reason, message, ...about }, facts }
}

const secret = 'payments-eu-eks-connection'
const keys: SecretFact = { keys: ['cluster_endpoint', 'cluster_name'] }
const given: Pick<ExplainFacts, 'secrets'> = { secrets: new Map([[secret, { kind: 'read', value: keys }]]) }

const ofSecret: About = { source: { kind: 'Secret', name: secret } }
const ofKey: About = { source: { kind: 'Secret', name: secret, key: 'karpenter_iam_role_arn' } }
const ofTemplate: About = {
  source: { kind: 'ConfigMap', name: 'karpenter-resources', key: 'pool.yaml' },
}

const CLUSTER_UID = '4a6b8c2d-1111-4222-8333-444455556666'
const noSecrets =
  "creating object /v1, Kind=Secret karpenter/eks-connection: secrets \"eks-connection\" is forbidden: ValidatingAdmissionPolicy 'no-secrets' with binding 'all' denied request: use the vault"
const immutable =
  'patching object /v1, Kind=Secret karpenter/eks-connection: Secret "eks-connection" is invalid: data: Forbidden: field is immutable when `immutable` is set'

function handOverThatSays(message: string) {
  const conditions = [{ type: 'ResourcesApplied', status: 'False', reason: 'ApplyFailed', message }]
  return sample(
    'addons.cluster.x-k8s.io/v1beta2 ClusterResourceSet',
    `prod/fitout-${CLUSTER_UID}-karpenter`,
    {
      status: { deprecated: { v1beta1: { conditions } } },
    },
  )
}

/** Gates that stay shut, and steps that speak for themselves. */
export const planSituations: readonly Situation[] = [
  situation(
    'The Fitout is suspended',
    'FitoutSuspended',
    held('FitoutSuspended', 'Fitout "eks" is suspended'),
  ),
  situation('The Fitout breaks a rule', 'FitoutInvalid', {
    facts: {
      status: {
        kind: 'read',
        value: {
          fitout: { name: 'eks', uid: 'uid-eks', generation: 4 },
          steps: [],
          cause: {
            reason: 'FitoutInvalid',
            message: 'spec.steps[2].proof.preset: unknown preset "fluxx"',
            since: '2026-11-16T11:40:00Z',
          },
        },
      },
    },
  }),
  situation('Two Fitouts select the Cluster', 'FitoutConflict', {
    facts: {
      status: {
        kind: 'read',
        value: {
          fitout: { name: 'eks', uid: 'uid-eks', generation: 4 },
          steps: [],
          cause: {
            reason: 'FitoutConflict',
            message: 'Fitout "base" is older and has Cluster "payments-eu"',
            since: '2026-11-16T11:40:00Z',
          },
        },
      },
    },
  }),
  situation(
    'The label of the gate has another value',
    'GateTampered',
    held(
      'GateTampered',
      'Label "karpenter.example.com/enabled" has a value that Fitout did not set; the gate needs "true"',
      {
        cluster: {
          kind: 'read',
          value: aCluster({ metadata: { labels: { 'karpenter.example.com/enabled': 'yes' } } }),
        },
      },
    ),
  ),
  situation(
    'A policy rejects the label of the gate',
    'GateRefused',
    held(
      'GateRefused',
      'API server rejects the label of the gate: denied by ValidatingAdmissionPolicy "labels"',
    ),
  ),
  situation(
    'The label of the gate cannot be written',
    'GateNotWritten',
    held('GateNotWritten', 'Label of the gate could not be written: API server does not respond in time'),
  ),
  situation(
    "Cluster API's webhook does not answer",
    'GateNotWritten',
    held(
      'GateNotWritten',
      'Label of the gate could not be written: API server cannot call webhook "default.cluster.cluster.x-k8s.io" of Cluster API',
    ),
  ),
  situation(
    'The pack does not support this Kubernetes',
    'VersionUnsupported',
    held('VersionUnsupported', 'Karpenter 1.8.2 needs Kubernetes 1.34 or older, and the cluster has 1.35.4'),
  ),
  situation(
    'The label of the hand-over is on two Clusters',
    'HandOverAddresseeWrong',
    held('HandOverAddresseeWrong', 'Label "hand-over.fitout.dev/addressee" is on another Cluster too'),
  ),
  situation(
    'The label of the hand-over is not on the Cluster yet',
    'HandOverNotAddressed',
    held(
      'HandOverNotAddressed',
      'Cluster "shop" does not have its label yet: hand-over.fitout.dev/addressee',
    ),
  ),
  situation(
    'A quota rejects the hand-over',
    'HandOverRefused',
    held('HandOverRefused', 'API server rejects the hand-over: exceeded quota: small'),
  ),
  situation(
    'A ConfigMap of a set is not allowed to be read',
    'SourceNotRead',
    held('SourceNotRead', 'ConfigMap "karpenter" cannot be read: Fitout is not allowed to', {
      source: { kind: 'ConfigMap', name: 'karpenter' },
      readError: 'Forbidden',
    }),
  ),
  situation(
    'Terraform has not written the Secret',
    'HandOverSecretMissing',
    held('HandOverSecretMissing', `Secret "${secret}" does not exist`, {
      ...ofSecret,
      secrets: new Map([[secret, { kind: 'absent' }]]),
    }),
  ),
  situation(
    'The Secret is one of Helm',
    'HandOverSecretRefused',
    held(
      'HandOverSecretRefused',
      `Secret "${secret}" has type "helm.sh/release.v1", which is never handed over`,
      ofSecret,
    ),
  ),
  situation(
    'The Secret lacks a key',
    'HandOverKeyMissing',
    held('HandOverKeyMissing', `Secret "${secret}" lacks key "karpenter_iam_role_arn"`, {
      ...given,
      ...ofKey,
      others: new Map([['HandOverKeyMissing', 6]]),
    }),
  ),
  situation(
    'A value is no ARN',
    'HandOverValueMalformed',
    held('HandOverValueMalformed', `Key "karpenter_iam_role_arn" of Secret "${secret}" is no ARN`, {
      ...given,
      ...ofKey,
    }),
  ),
  situation(
    'Two values want one key',
    'HandOverKeyConflict',
    held(
      'HandOverKeyConflict',
      'Two values have the same target key "cluster_name" of Secret karpenter/eks-connection',
    ),
  ),
  situation(
    'The values are more than a Secret holds',
    'HandOverTooLarge',
    held('HandOverTooLarge', 'What is handed over has 1200000 bytes, and a Secret holds 1048576'),
  ),
  situation(
    'The namespace of the values does not exist',
    'HandOverNamespaceMissing',
    held('HandOverNamespaceMissing', 'Namespace "karpenter" is not on the workload cluster'),
  ),
  situation('The values are on their way', 'HandOverNotDelivered', {
    ...held('HandOverNotDelivered', 'Secret karpenter/eks-connection does not have the values yet'),
    since: '2026-11-16T11:59:30Z',
  }),
  situation(
    'The values do not arrive',
    'HandOverNotDelivered',
    held('HandOverNotDelivered', 'Secret karpenter/eks-connection does not have the values yet'),
  ),
  situation(
    'The values cannot be written',
    'HandOverNotWritten',
    held('HandOverNotWritten', 'Hand-over could not be written: API server does not respond in time'),
  ),
  situation('A policy of the workload cluster refuses the values', 'AdmissionRefused', {
    ...held('HandOverNotDelivered', 'Secret karpenter/eks-connection does not exist yet', {
      cluster: { kind: 'read', value: aCluster({ metadata: { uid: CLUSTER_UID } }) },
    }),
    world: { management: [handOverThatSays(noSecrets)] },
  }),
  situation('The workload cluster finds the values invalid', 'ResourceSetApplyFailed', {
    ...held('HandOverNotDelivered', 'Secret karpenter/eks-connection does not have the values yet', {
      cluster: { kind: 'read', value: aCluster({ metadata: { uid: CLUSTER_UID } }) },
    }),
    world: { management: [handOverThatSays(immutable)] },
  }),
  situation(
    'A template does not exist',
    'RenderSourceMissing',
    held('RenderSourceMissing', 'ConfigMap "karpenter-resources" does not exist', {
      source: { kind: 'ConfigMap', name: 'karpenter-resources' },
    }),
  ),
  situation(
    'A template is not made of manifests',
    'RenderSourceMalformed',
    held(
      'RenderSourceMalformed',
      'ConfigMap "karpenter-resources": key "pool.yaml": line 3, column 1: not a mapping',
      ofTemplate,
    ),
  ),
  situation(
    'A template uses a variable that has no value',
    'RenderVariableMissing',
    held(
      'RenderVariableMissing',
      'ConfigMap "karpenter-resources": variable "SUBNET_TAG" is not set',
      ofTemplate,
    ),
  ),
  situation(
    'A template uses a variable that two values give',
    'RenderVariableAmbiguous',
    held('RenderVariableAmbiguous', 'Variable "REGION" is defined by two keys', ofTemplate),
  ),
  situation(
    'A value would add a key to a manifest',
    'RenderShapeChanged',
    held(
      'RenderShapeChanged',
      'ConfigMap "karpenter-resources": filling "TAGS" would change the structure',
      ofTemplate,
    ),
  ),
  situation('A step waits for one that is held', 'HandOverKeyMissing', {
    ...held('HandOverKeyMissing', `Secret "${secret}" lacks key "karpenter_iam_role_arn"`, {
      ...given,
      ...ofKey,
      step: 'nodes',
    }),
  }),
  situation('A step waits for one of which nothing is known', 'DependencyNotReady', {
    step: 'cni',
    state: 'Waiting',
    said: { reason: 'DependencyNotReady', message: 'Waits for "api"' },
  }),
  situation('A step is ready', 'Ready', {
    step: 'nodes',
    state: 'Ready',
    said: { reason: 'Ready', message: 'All 3 objects are Current' },
  }),
  situation('A proof goes on', 'ProofInProgress', {
    said: { reason: 'ProofInProgress', message: 'Proof holds, but not long enough yet' },
  }),
  situation('A proof cannot be read', 'ProofNotRead', {
    said: {
      reason: 'ProofNotRead',
      message:
        'Deployment flux-system/helm-controller cannot be evaluated: is not allowed to list deployments',
      readError: 'Forbidden',
    },
  }),
  situation('An object of an unknown kind has failed', 'ProofFailed', {
    state: 'Failed',
    said: { reason: 'ProofFailed', message: 'Widget demo/x has failed: `failed` is true' },
  }),
  situation('A set is to be applied, and nothing more is known', 'NotApplied', {
    state: 'Delivering',
    said: { reason: 'NotApplied', message: 'Gate was opened' },
    facts: { resourceSets: new Map() },
  }),
]
