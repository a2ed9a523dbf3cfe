import { partOf, textIn } from '../../health/read-field.ts'
import type { ViewFact } from '../../plan/cluster-facts.ts'
import type { Reason } from '../../plan/reason.ts'
import { readInstant } from '../../plan/step-status.ts'
import { type Claim, lineAbout, lineOfAbsent, sayCondition, sentenceOf } from '../claim.ts'
import { type ExplainFacts, valueOf } from '../explain-facts.ts'
import { conditionOf, numberIn, type ObjectRef } from '../object/seen-object.ts'
import { commit, refresh } from '../show/commands.ts'
import { shellWord } from '../show/shell-word.ts'
import type { Evidence, NextAction } from '../why.ts'
import type { Stage } from './scene.ts'
import { clusterFitoutRef, clusterRef } from './step-asked.ts'

type Unread = Extract<ViewFact, { readonly kind: 'unread' }>

/** Reading the workload cluster: kubeconfig, network, trust, identity. */
export const readingStage: Stage = ({ facts }) => {
  const view = valueOf(facts.view) ?? toldIn(facts)
  if (view?.kind !== 'unread') return undefined
  return expired(view, facts) ?? notRead(view, facts)
}

const readingReasons: ReadonlySet<string> = new Set([
  'KubeconfigMissing',
  'KubeconfigMalformed',
  'KubeconfigRefused',
  'CertificateNotTrusted',
  'ClusterUnreachable',
  'ClusterNotReadable',
  'WorkloadIdentityChanged',
] satisfies readonly Reason[])

// Who has not tried to read the cluster can still repeat what the controller says.
function toldIn(facts: ExplainFacts): Unread | undefined {
  const cause = valueOf(facts.status)?.cause
  if (!cause || !isReadingReason(cause.reason)) return undefined
  return {
    kind: 'unread',
    reason: cause.reason,
    message: cause.message,
    since: readInstant(cause.since) ?? facts.now,
  }
}

function isReadingReason(reason: string): reason is Reason {
  return readingReasons.has(reason)
}

function expired(view: Unread, facts: ExplainFacts): Claim | undefined {
  const expiresAt = valueOf(facts.kubeconfig)?.expiresAt
  const end = readInstant(expiresAt)
  if (view.reason !== 'KubeconfigRefused' || end === undefined || end > facts.now) return undefined
  return {
    reason: 'KubeconfigExpired',
    sentence: sentenceOf(`The client certificate in the kubeconfig of Cluster "${facts.name}" has expired`),
    evidence: [
      lineAbout(kubeconfigRef(facts), `its certificate ended on ${expiresAt?.slice(0, 10) ?? ''}`),
      firstLine(view, facts),
    ],
    next: [renew(facts), refresh(facts)],
  }
}

function notRead(view: Unread, facts: ExplainFacts): Claim {
  return {
    reason: view.reason,
    sentence: sentenceOf(sentences[view.reason]?.(facts) ?? view.message),
    evidence: [firstLine(view, facts), ...probeOf(facts)],
    next: [...(advice[view.reason]?.(facts) ?? []), refresh(facts)],
  }
}

function firstLine(view: Unread, facts: ExplainFacts): Evidence {
  if (view.reason === 'KubeconfigMissing' && facts.kubeconfig.kind === 'absent')
    return lineOfAbsent(kubeconfigRef(facts))
  if (facts.view.kind !== 'read') return lineAbout(clusterFitoutRef(facts), view.message)
  if (view.reason === 'KubeconfigMalformed') return lineAbout(kubeconfigRef(facts), view.message)
  return apiServerLine(view, facts)
}

const sentences: Readonly<Partial<Record<Unread['reason'], (facts: ExplainFacts) => string>>> = {
  KubeconfigMissing: ({ namespace, name }) => `Secret ${namespace}/${name}-kubeconfig does not exist yet`,
  KubeconfigRefused: ({ name }) => `API server refuses the kubeconfig of Cluster "${name}"`,
  CertificateNotTrusted: ({ name }) =>
    `The kubeconfig of Cluster "${name}" does not trust the certificate of its API server`,
  ClusterUnreachable: facts =>
    `API server of Cluster "${facts.name}" cannot be reached at ${endpointOf(facts)}`,
}

const advice: Readonly<Partial<Record<Unread['reason'], (facts: ExplainFacts) => readonly NextAction[]>>> = {
  KubeconfigMissing: () => [{ text: 'Wait for the control plane provider to write it' }],
  KubeconfigMalformed: facts => [renew(facts)],
  KubeconfigRefused: facts => [renew(facts)],
  CertificateNotTrusted: facts => [renew(facts)],
  ClusterUnreachable: facts => [
    {
      text: 'Try from where Fitout runs; security groups, a firewall or a proxy may stand between',
      command: `curl -sk --max-time 5 ${shellWord(`https://${endpointOf(facts)}/readyz`)}`,
    },
  ],
  ClusterNotReadable: () => [
    {
      text: 'Give the user of the kubeconfig the right to read what the proofs ask for, or see what answers in place of the API server',
    },
  ],
  WorkloadIdentityChanged: ({ namespace, name }) => [
    commit('Make the kubeconfig lead to the cluster that was proven'),
    {
      text: `If the new one is meant, delete ClusterFitout ${namespace}/${name}, so that all steps are proven again`,
      command: `kubectl -n ${shellWord(namespace)} delete clusterfitouts.fitout.dev ${shellWord(name)}`,
    },
  ],
}

function renew({ namespace, name }: ExplainFacts): NextAction {
  return {
    text: `Delete Secret ${namespace}/${name}-kubeconfig, so that its provider writes a new one`,
    command: `kubectl -n ${shellWord(namespace)} delete secret ${shellWord(`${name}-kubeconfig`)}`,
  }
}

function kubeconfigRef({ namespace, name }: ExplainFacts): ObjectRef {
  return { on: 'management', apiVersion: 'v1', kind: 'Secret', namespace, name: `${name}-kubeconfig` }
}

function apiServerLine({ message }: Unread, facts: ExplainFacts): Evidence {
  return lineAbout(
    { on: 'workload', apiVersion: 'v1', kind: 'APIServer', name: endpointOf(facts) },
    message,
    'Unknown',
  )
}

// Cluster API tries it from another place: whether it gets through tells where to look.
function probeOf(facts: ExplainFacts): readonly Evidence[] {
  const cluster = valueOf(facts.cluster)
  const probe = cluster && conditionOf({ fields: cluster }, 'RemoteConnectionProbe')
  return probe ? [lineAbout(clusterRef(facts), sayCondition(probe))] : []
}

function endpointOf({ cluster, name }: ExplainFacts): string {
  const endpoint = partOf(partOf(valueOf(cluster) ?? {}, 'spec'), 'controlPlaneEndpoint')
  const host = textIn(endpoint, 'host')
  return host === '' ? name : `${host}:${numberIn(endpoint, 'port', 443)}`
}
