import { numberIn, partOf, textIn } from '../../object/fields.ts'
import { aboutOf } from '../../plan/holds.ts'
import type { ViewFact } from '../../plan/cluster-facts.ts'
import type { Reason } from '../../plan/reason.ts'
import { readInstant } from '../../plan/step-status.ts'
import { type Claim, lineAbout, lineOfAbsent, sayCondition, sentenceOf } from '../claim.ts'
import { type ExplainFacts, valueOf } from '../explain-facts.ts'
import { conditionOf, type SeenRef } from '../seen-object.ts'
import type { Advice } from '../show/advice.ts'
import { act, commit, refresh } from '../show/commands.ts'
import { shellWord } from '../show/shell-word.ts'
import type { EvidenceLine, NextAction } from '../why.ts'
import type { ExplainStage } from './scene.ts'
import { clusterFitoutRef, clusterRef } from './step-asked.ts'
import { unreadAdvice } from './unread-advice.ts'

type Unread = Extract<ViewFact, { readonly kind: 'unread' }>

/** Reading the workload cluster: kubeconfig, network, trust, identity. */
export const readingStage: ExplainStage = ({ facts }) => {
  const view = exchanged(facts) ?? valueOf(facts.view) ?? toldIn(facts)
  if (view?.kind !== 'unread') return undefined
  return expired(view, facts) ?? notRead(view, facts)
}

const readingReasons: ReadonlySet<string> = new Set([
  'KubeconfigMissing',
  'KubeconfigMalformed',
  'KubeconfigRefused',
  'KubeconfigExpired',
  'CertificateNotTrusted',
  'ClusterUnreachable',
  'ClusterNotReadable',
  'ClusterTooLarge',
  'ReconcileFailed',
  'WorkloadIdentityChanged',
] satisfies readonly Reason[])

// The controller may not have looked since.
function exchanged(facts: ExplainFacts): Unread | undefined {
  const [view, status] = [valueOf(facts.view), valueOf(facts.status)]
  const pinned = status?.cluster?.identity
  if (view?.kind !== 'read' || pinned === undefined || pinned === view.identity) return undefined
  const message = `its namespace kube-system has UID ${view.identity}, but ${pinned} was proven`
  return { kind: 'unread', reason: 'WorkloadIdentityChanged', message, since: facts.now }
}

// Who has not tried to read the cluster can still repeat what the controller says.
function toldIn(facts: ExplainFacts): Unread | undefined {
  const cause = valueOf(facts.status)?.cause
  if (!cause || !isReadingReason(cause.reason)) return undefined
  return {
    kind: 'unread',
    reason: cause.reason,
    message: cause.message,
    ...aboutOf(cause),
    since: readInstant(cause.since) ?? facts.now,
  }
}

function isReadingReason(reason: string): reason is Reason {
  return readingReasons.has(reason)
}

function expired(view: Unread, facts: ExplainFacts): Claim | undefined {
  const expiresAt = valueOf(facts.kubeconfig)?.expiresAt
  const end = readInstant(expiresAt)
  if (view.reason !== 'KubeconfigRefused' && view.reason !== 'KubeconfigExpired') return undefined
  if (end === undefined || end > facts.now) return undefined
  return {
    reason: 'KubeconfigExpired',
    sentence: sentenceOf(`The client certificate in the kubeconfig of Cluster "${facts.name}" has expired`),
    evidence: [
      lineAbout(kubeconfigRef(facts), `its certificate expired on ${expiresAt?.slice(0, 10) ?? ''}`),
      firstLine(view, facts),
    ],
    next: [renew(facts), refresh(facts)],
  }
}

function notRead(view: Unread, facts: ExplainFacts): Claim {
  return {
    reason: view.reason,
    sentence: sentenceOf(sentences[view.reason]?.(facts, view) ?? view.message),
    evidence: [firstLine(view, facts), ...elsewhere(view, facts), ...probeOf(facts)],
    next: [...(advice[view.reason]?.(facts, view) ?? []), refresh(facts)],
  }
}

function firstLine(view: Unread, facts: ExplainFacts): EvidenceLine {
  if (view.reason === 'KubeconfigMissing' && facts.kubeconfig.kind === 'absent')
    return lineOfAbsent(kubeconfigRef(facts))
  if (facts.view.kind !== 'read') return lineAbout(clusterFitoutRef(facts), view.message)
  if (view.reason === 'KubeconfigMalformed' || view.source)
    return lineAbout(kubeconfigRef(facts), view.message)
  return apiServerLine(view, facts)
}

type Words<Of> = Readonly<Partial<Record<Unread['reason'], (facts: ExplainFacts, view: Unread) => Of>>>

const sentences: Words<string> = {
  KubeconfigMissing: ({ namespace, name }) => `Secret ${namespace}/${name}-kubeconfig does not exist yet`,
  KubeconfigRefused: ({ name }) =>
    `API server rejects the credentials in the kubeconfig of Cluster "${name}"`,
  KubeconfigExpired: ({ name }) =>
    `The client certificate in the kubeconfig of Cluster "${name}" has expired`,
  CertificateNotTrusted: ({ name }) =>
    `The kubeconfig of Cluster "${name}" does not trust the certificate of its API server`,
  ClusterUnreachable: (facts, view) =>
    `API server of Cluster "${facts.name}" cannot be reached at ${addressOf(view, facts)}`,
  ClusterTooLarge: ({ name }) =>
    `API server of Cluster "${name}" sends more data than Fitout keeps for one cluster`,
  WorkloadIdentityChanged: ({ name }) =>
    `The kubeconfig of Cluster "${name}" points to another cluster than the one that was proven`,
}

const advice: Words<readonly Advice[]> = {
  KubeconfigMissing: () => [{ text: 'Wait for the control plane provider to write it' }],
  KubeconfigMalformed: facts => [renew(facts)],
  KubeconfigRefused: facts => [renew(facts)],
  KubeconfigExpired: facts => [renew(facts)],
  CertificateNotTrusted: facts => [renew(facts)],
  ClusterUnreachable: (facts, view) => [
    ...(leadsElsewhere(view, facts) ? [renew(facts)] : []),
    {
      text: 'Try it from a pod next to Fitout; a security group, firewall or proxy may block the path',
      command: `curl -sk --max-time 5 ${shellWord(`https://${addressOf(view, facts)}/readyz`)}`,
    },
  ],
  ClusterNotReadable: (facts, view) => [notReadable(facts, view)],
  ClusterTooLarge: () => [
    { text: 'Find out which kind in the proofs has too many, or too large, objects on the cluster' },
    commit('Select fewer objects in the proofs'),
  ],
  ReconcileFailed: facts => [
    act('Read the log of the controller', controllerRef, {
      facts,
      verb: 'logs deployment/fitout-controller --tail 50',
    }),
  ],
  WorkloadIdentityChanged: ({ namespace, name }) => [
    commit('Make the kubeconfig point to the cluster that was proven'),
    {
      text: `If the new cluster is intended, delete ClusterFitout ${namespace}/${name}, so that all steps are proven again`,
      command: `kubectl -n ${shellWord(namespace)} delete clusterfitouts.fitout.dev ${shellWord(name)}`,
    },
  ],
}

function notReadable(facts: ExplainFacts, view: Unread): NextAction {
  const { source, readError = 'Other' } = view
  if (source && readError === 'Forbidden')
    return {
      text: `Give the service account of Fitout the permission to get ${source.kind} "${source.name}"`,
    }
  if (source) return unreadAdvice(readError, kubeconfigRef(facts), facts)
  if (readError === 'Other')
    return { text: `Check which server responds instead of the API server at ${addressOf(view, facts)}` }
  return unreadAdvice(readError, undefined, facts)
}

const controllerRef: SeenRef = {
  on: 'Management',
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  namespace: 'fitout-system',
  name: 'fitout-controller',
}

function renew({ namespace, name }: ExplainFacts): NextAction {
  return {
    text: `Delete Secret ${namespace}/${name}-kubeconfig, so that its provider writes a new one`,
    command: `kubectl -n ${shellWord(namespace)} delete secret ${shellWord(`${name}-kubeconfig`)}`,
  }
}

function kubeconfigRef({ namespace, name }: ExplainFacts): SeenRef {
  return { on: 'Management', apiVersion: 'v1', kind: 'Secret', namespace, name: `${name}-kubeconfig` }
}

function apiServerLine(view: Unread, facts: ExplainFacts): EvidenceLine {
  const name = addressOf(view, facts)
  return lineAbout({ on: 'Workload', apiVersion: 'v1', kind: 'APIServer', name }, view.message, 'Unknown')
}

// An address that was moved is the usual reason why nobody answers at the old one.
function elsewhere(view: Unread, facts: ExplainFacts): readonly EvidenceLine[] {
  if (!leadsElsewhere(view, facts)) return []
  const line = `it points to ${view.address}, but the Cluster is at ${endpointIn(facts)}`
  return [lineAbout(kubeconfigRef(facts), line)]
}

function leadsElsewhere({ reason, address }: Unread, facts: ExplainFacts): boolean {
  const endpoint = endpointIn(facts)
  return (
    reason === 'ClusterUnreachable' && address !== undefined && endpoint !== undefined && address !== endpoint
  )
}

// Cluster API tries it from another place: whether it gets through tells where to look.
function probeOf(facts: ExplainFacts): readonly EvidenceLine[] {
  const cluster = valueOf(facts.cluster)
  const probe = cluster && conditionOf({ fields: cluster }, 'RemoteConnectionProbe')
  return probe ? [lineAbout(clusterRef(facts), sayCondition(probe))] : []
}

/** Where it was tried, or where the Cluster says it is. */
function addressOf({ address }: Unread, facts: ExplainFacts): string {
  return address ?? endpointIn(facts) ?? facts.name
}

function endpointIn({ cluster }: ExplainFacts): string | undefined {
  const endpoint = partOf(partOf(valueOf(cluster) ?? {}, 'spec'), 'controlPlaneEndpoint')
  const host = textIn(endpoint, 'host')
  return host === '' ? undefined : `${host}:${numberIn(endpoint, 'port', 443)}`
}
