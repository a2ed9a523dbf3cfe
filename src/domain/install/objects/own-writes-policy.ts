import { type InstalledObject, accountUser } from '../installed-object.ts'
import { policy, policyBinding } from './policy.ts'

/**
 * All that the account of the controller is allowed to write. RBAC says which kinds; this says which objects, and which fields.
 *
 * It matches every kind, so that a permission that is granted by mistake is still of no use to whoever has the token.
 */
export function ownWritesPolicy(namespace: string): readonly InstalledObject[] {
  return [policy('fitout-own-writes', spec(namespace)), policyBinding('fitout-own-writes')]
}

function spec(namespace: string): object {
  return {
    failurePolicy: 'Fail',
    matchConstraints: {
      matchPolicy: 'Equivalent',
      resourceRules: [{ apiGroups: ['*'], apiVersions: ['*'], operations: ['*'], resources: ['*/*'] }],
    },
    matchConditions: [
      { name: 'is-fitout', expression: `request.userInfo.username == '${accountUser(namespace)}'` },
    ],
    variables: [
      {
        name: 'kind',
        expression: `request.resource.group + '/' + request.resource.resource + (has(request.subResource) ? '/' + request.subResource : '')`,
      },
      { name: 'isDelete', expression: `request.operation == 'DELETE'` },
      { name: 'subject', expression: 'variables.isDelete ? oldObject : object' },
      { name: 'name', expression: 'string(variables.subject.metadata.name)' },
      // The UID of the Cluster that the object is for.
      { name: 'owner', expression: `variables.subject.metadata.?labels[?'fitout.dev/owner'].orValue('')` },
      {
        name: 'isOwned',
        expression: `variables.isDelete || variables.subject.metadata.?ownerReferences.orValue([]).exists(ref,
  ref.kind == 'Cluster' && ref.apiVersion.startsWith('cluster.x-k8s.io/') &&
  (ref.uid == variables.owner || variables.owner.startsWith('sha256-')))`,
      },
      // The name holds the UID of the Cluster and the step. An object of another name is of another owner, whatever its labels say.
      {
        name: 'isHandOver',
        expression: `variables.isOwned && variables.owner != '' && (
  variables.name.matches('^fitout-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}-[-a-z0-9]+$') &&
    variables.name.startsWith('fitout-' + variables.owner + '-') ||
  variables.name.matches('^fitout-sha256-[0-9a-f]{64}$'))`,
      },
      { name: 'labels', expression: 'variables.subject.metadata.?labels.orValue({})' },
      { name: 'labelsBefore', expression: 'oldObject != null ? oldObject.metadata.?labels.orValue({}) : {}' },
      {
        name: 'labelsTouched',
        expression: `variables.labels.filter(key, !(key in variables.labelsBefore) || variables.labelsBefore[key] != variables.labels[key]) +
variables.labelsBefore.filter(key, !(key in variables.labels))`,
      },
      { name: 'status', expression: 'object.?status.orValue({})' },
      { name: 'statusBefore', expression: 'oldObject.?status.orValue({})' },
    ],
    validations: [
      {
        expression: `(request.operation + ' ' + variables.kind) in [
  'UPDATE cluster.x-k8s.io/clusters',
  'UPDATE cluster.x-k8s.io/clusters/status',
  'CREATE addons.cluster.x-k8s.io/clusterresourcesets',
  'UPDATE addons.cluster.x-k8s.io/clusterresourcesets',
  'DELETE addons.cluster.x-k8s.io/clusterresourcesets',
  'CREATE /secrets',
  'UPDATE /secrets',
  'DELETE /secrets',
  'CREATE fitout.dev/clusterfitouts',
  'UPDATE fitout.dev/clusterfitouts',
  'DELETE fitout.dev/clusterfitouts',
  'UPDATE fitout.dev/clusterfitouts/status',
  'UPDATE fitout.dev/fitouts/status',
  'CREATE events.k8s.io/events',
  'CREATE coordination.k8s.io/leases',
  'UPDATE coordination.k8s.io/leases']`,
        messageExpression: `'Fitout does not ' + request.operation + ' ' + variables.kind`,
        message: 'Fitout does not write this kind',
        reason: 'Forbidden',
      },
      {
        expression: `variables.kind != '/secrets' ||
  variables.isHandOver && variables.subject.type == 'addons.cluster.x-k8s.io/resource-set'`,
        message:
          'Fitout writes only Secrets that are hand-overs: of type addons.cluster.x-k8s.io/resource-set, with the name, the label fitout.dev/owner and the ownerReference of their Cluster',
        reason: 'Forbidden',
      },
      {
        expression: `variables.kind != 'addons.cluster.x-k8s.io/clusterresourcesets' || variables.isHandOver && (variables.isDelete ||
  object.spec.strategy == 'Reconcile' &&
  object.spec.resources == [{'kind': 'Secret', 'name': variables.name}] &&
  object.spec.clusterSelector.matchLabels == {'hand-over.fitout.dev/addressee': variables.owner} &&
  !has(object.spec.clusterSelector.matchExpressions))`,
        message:
          'Fitout writes only ClusterResourceSets that are hand-overs: with the name, the label fitout.dev/owner and the ownerReference of their Cluster, which deliver the Secret of their own name to this Cluster alone',
        reason: 'Forbidden',
      },
      {
        expression: `variables.kind != 'fitout.dev/clusterfitouts' || variables.isOwned`,
        message:
          'a ClusterFitout that Fitout writes has the label fitout.dev/owner and the ownerReference of its Cluster',
        reason: 'Forbidden',
      },
      {
        expression: `variables.kind != 'cluster.x-k8s.io/clusters' ||
  object.spec == oldObject.spec &&
  object.metadata.?annotations.orValue({}) == oldObject.metadata.?annotations.orValue({}) &&
  object.metadata.?finalizers.orValue([]) == oldObject.metadata.?finalizers.orValue([]) &&
  object.metadata.?ownerReferences.orValue([]) == oldObject.metadata.?ownerReferences.orValue([])`,
        message:
          'Fitout changes only labels of a Cluster. If a webhook fills in other fields on write, save the Cluster once yourself, for example with kubectl annotate',
        reason: 'Forbidden',
      },
      {
        expression: `variables.kind != 'cluster.x-k8s.io/clusters' || variables.labelsTouched.all(key,
  key == 'hand-over.fitout.dev/addressee'
    ? !(key in variables.labels) || variables.labels[key] == object.metadata.uid
    : !key.startsWith('fitout.dev/') && !key.startsWith('hand-over.fitout.dev/') &&
      !key.matches('^([^/]*[.])?(kubernetes|k8s|x-k8s)[.]io/'))`,
        message:
          'Fitout does not change labels of a Cluster in the domains of Kubernetes, Cluster API and fitout.dev; a Cluster can be the addressee of its own hand-overs only',
        reason: 'Forbidden',
      },
      // New labels are gates. What others have set stays: whoever else manages a label is in managedFields.
      {
        expression: `variables.kind != 'cluster.x-k8s.io/clusters' || variables.labelsTouched.all(key,
  key == 'hand-over.fitout.dev/addressee' || !(key in variables.labelsBefore) ||
  oldObject.metadata.?managedFields.orValue([]).all(entry, entry.?manager.orValue('') == 'fitout' ||
    !(('f:' + key) in entry.?fieldsV1[?'f:metadata'][?'f:labels'].orValue({}))))`,
        message: 'Fitout does not change or remove labels of a Cluster that others have set',
        reason: 'Forbidden',
      },
      {
        expression: `variables.kind != 'cluster.x-k8s.io/clusters/status' ||
  variables.status.all(key, key == 'conditions' || key in variables.statusBefore && variables.statusBefore[key] == variables.status[key]) &&
  variables.statusBefore.all(key, key == 'conditions' || key in variables.status) &&
  variables.status.?conditions.orValue([]).filter(one, one.type != 'FitoutReady') ==
    variables.statusBefore.?conditions.orValue([]).filter(one, one.type != 'FitoutReady')`,
        message: 'Fitout writes only the condition FitoutReady into the status of a Cluster',
        reason: 'Forbidden',
      },
      {
        expression: `variables.kind != 'events.k8s.io/events' ||
  object.?reportingController.orValue('') == 'fitout.dev/controller' && object.?regarding.?kind.orValue('') == 'Cluster'`,
        message: 'Fitout writes only events about Clusters, in its own name',
        reason: 'Forbidden',
      },
      {
        expression: `variables.kind != 'coordination.k8s.io/leases' ||
  request.namespace == '${namespace}' && variables.name.matches('^fitout-controller(-[-a-z0-9.]+)?$')`,
        message: 'Fitout writes no Lease but its own',
        reason: 'Forbidden',
      },
    ],
  }
}
