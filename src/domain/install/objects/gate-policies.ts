import { type InstalledObject, accountUser } from '../installed-object.ts'
import { policy, policyBinding } from './policy.ts'

/** Who may set gates besides Fitout: users who move or restore Clusters, and so create some that have their gates already. */
export interface GatePolicyOptions {
  readonly namespace: string
  readonly operators: readonly string[]
}

const labels = { 'fitout.dev/protects': 'clusters' }

/** Only Fitout sets, changes and removes gates, and the labels of its own domains. */
export function gatePolicies(options: GatePolicyOptions): readonly InstalledObject[] {
  // Every Fitout in the namespace of the Cluster.
  const paramRef = { selector: {}, parameterNotFoundAction: 'Allow' }
  return [
    policy('fitout-gates', gates(options), labels),
    policyBinding('fitout-gates', { paramRef }),
    policy('fitout-own-labels', installLabels(options), labels),
    policyBinding('fitout-own-labels'),
  ]
}

function celList(words: readonly string[]): string {
  return `[${words.map(word => `'${word.replaceAll(/['\\]/g, String.raw`\$&`)}'`).join(', ')}]`
}

const clusterWrites = {
  matchPolicy: 'Equivalent',
  resourceRules: [
    {
      apiGroups: ['cluster.x-k8s.io'],
      apiVersions: ['*'],
      operations: ['CREATE', 'UPDATE'],
      resources: ['clusters'],
    },
  ],
}

const labelsOfCluster = [
  { name: 'labels', expression: 'has(object.metadata.labels) ? object.metadata.labels : {}' },
  {
    name: 'labelsBefore',
    expression: 'oldObject != null && has(oldObject.metadata.labels) ? oldObject.metadata.labels : {}',
  },
]

function trustedUsers({ namespace, operators }: GatePolicyOptions): readonly object[] {
  return [
    { name: 'operators', expression: celList(operators) },
    {
      name: 'isTrusted',
      expression: `request.userInfo.username == '${accountUser(namespace)}' || request.userInfo.username in variables.operators`,
    },
  ]
}

function gates(options: GatePolicyOptions): object {
  return {
    failurePolicy: 'Fail',
    paramKind: { apiVersion: 'fitout.dev/v1alpha1', kind: 'Fitout' },
    matchConstraints: clusterWrites,
    variables: [...trustedUsers(options), ...labelsOfCluster],
    validations: [
      {
        expression: `variables.isTrusted || params.spec.steps.all(step, !has(step.gate) ||
  (step.gate.label in variables.labels
    ? step.gate.label in variables.labelsBefore && variables.labelsBefore[step.gate.label] == variables.labels[step.gate.label]
    : !(step.gate.label in variables.labelsBefore)))`,
        messageExpression: `'only Fitout is allowed to set, change or remove the gates of Fitout "' + params.metadata.name + '"'`,
        reason: 'Forbidden',
      },
    ],
  }
}

// The domain fitout.dev itself is for people: fitout.dev/profile says what a cluster becomes. So is the label of a shard.
function installLabels(options: GatePolicyOptions): object {
  return {
    failurePolicy: 'Fail',
    matchConstraints: clusterWrites,
    variables: [
      ...trustedUsers(options),
      { name: 'shardLabel', expression: `'sharding.fitout.dev/key'` },
      ...labelsOfCluster,
    ],
    validations: [
      {
        expression: `variables.isTrusted || (
  variables.labels.all(key, !key.contains('.fitout.dev/') || key == variables.shardLabel || (key in variables.labelsBefore && variables.labelsBefore[key] == variables.labels[key])) &&
  variables.labelsBefore.all(key, !key.contains('.fitout.dev/') || key == variables.shardLabel || key in variables.labels))`,
        message: 'only Fitout is allowed to set, change or remove labels in domains below fitout.dev',
        reason: 'Forbidden',
      },
    ],
  }
}
