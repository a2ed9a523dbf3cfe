import type { Reason } from '../../plan/reason.ts'
import type { WantedSet } from '../../plan/step-sets.ts'
import { quoteAsGo } from '../../text/quote-as-go.ts'
import { readInstant } from '../../plan/step-status.ts'
import { commit, kubectl } from '../show/commands.ts'
import { shellWord } from '../show/shell-word.ts'
import type { NextAction } from '../why.ts'
import type { PlanHold } from './plan-stage.ts'
import type { Scene } from './scene.ts'
import { unreadAdvice } from './unread-advice.ts'
import { commitSet } from './commit-set.ts'
import { fitoutRef, wantedSets } from './step-asked.ts'

type Advice = (held: PlanHold, scene: Scene) => readonly NextAction[]

const advice: Readonly<Partial<Record<Reason, Advice>>> = {
  FitoutSuspended: () => [commit('Resume the Fitout', 'spec:\n  suspend: false')],
  FitoutInvalid: () => [commit('Correct the Fitout; open gates stay as they are until then')],
  FitoutConflict: () => [
    commit('Change the clusterSelector of one of the two Fitouts so that only one selects the Cluster'),
  ],
  GateTampered: (_, scene) => [unlabel(scene)],
  GateRefused: () => [
    { text: 'Exempt the service account of Fitout from the policy that rejects the label' },
  ],
  GateNotWritten: () => [
    {
      text: "Check that Cluster API's webhooks and the API server of the management cluster respond in time",
    },
  ],
  VersionUnsupported: () => [
    commit(
      'Upgrade the pack to a version that supports the Kubernetes version of the cluster, or keep the Cluster on an older version',
    ),
  ],
  ResourceSetMissing: (_, scene) => missingSets(scene).map(wanted => commitSet(wanted, scene.facts)),
  ResourceSetNotSelecting: () => [
    commit(
      'Make the clusterSelector of the ClusterResourceSet select by the gate of the step, or give the step that gate',
    ),
  ],
  HandOverAddresseeWrong: () => [
    {
      text: 'Remove the label hand-over.fitout.dev/addressee from Clusters that were copied with it',
    },
  ],
  HandOverNotAddressed: () => [
    {
      text: 'Wait a moment; if it persists, remove the label hand-over.fitout.dev/addressee from Git, or stop the client that changes it',
    },
  ],
  HandOverRefused: () => [
    { text: 'Exempt the service account of Fitout from the policy or quota that rejects it' },
  ],
  HandOverNotWritten: () => [
    { text: 'Find out why the API server of the management cluster rejects what Fitout writes' },
  ],
  SourceNotRead: (held, { facts }) => [sourceAdvice(held, facts)],
  HandOverSecretMissing: held => [commit(`Make Terraform write Secret ${named(held)}, which the step reads`)],
  HandOverSecretRefused: () => [
    commit(
      'Write the values into a separate Secret: Secrets of Cluster API, Helm and service accounts are never handed over',
    ),
  ],
  HandOverKeyMissing: held => [commit(`Add ${outputIn(held)} to the Terraform workspace and apply it`)],
  HandOverValueMalformed: held => [commit(`Correct the value at its source: ${held.message}`)],
  HandOverKeyConflict: () => [commit('Give one of the two keys another name with `as`')],
  HandOverTooLarge: () => [commit('Hand over less in one step: the limit of a Secret is 1 MiB')],
  HandOverNamespaceMissing: () => [commit('Deliver the target namespace of the values in an earlier step')],
  HandOverNotDelivered: (_, scene) => [handOverEnds(scene)],
  RenderSourceMissing: () => [
    commit('Commit the ConfigMap that `render` refers to, to the namespace of the Cluster'),
  ],
  RenderSourceMalformed: () => [commit('Correct the manifests in the ConfigMap that `render` refers to')],
  RenderVariableMissing: () => [
    commit('Hand the value over under this name, or give the variable a default: ${NAME:=value}'),
  ],
  RenderVariableAmbiguous: () => [commit('Hand over only one value under this name')],
  RenderShapeChanged: () => [
    commit('Quote the variable, so that the value stays a string and adds no keys or items'),
  ],
}

// Of several that are missing the first is the one that the step names.
function missingSets({ facts, asked }: Scene): readonly WantedSet[] {
  const sets = asked ? wantedSets(asked, facts) : []
  return sets.filter(({ name }) => facts.resourceSets.get(name)?.kind === 'absent').slice(0, 1)
}

/** What to do about what keeps a gate shut, Git first. */
export function planAdvice(held: PlanHold, scene: Scene): readonly NextAction[] {
  return advice[held.reason]?.(held, scene) ?? []
}

// So long Cluster API may take to bring what is handed over.
const PATIENT_MS = 120_000

/** Whether a step has been as it is for longer than anything takes that ends by itself. */
export function isOverdue({ facts, asked }: Scene): boolean {
  return facts.now - (readInstant(asked?.status.since) ?? facts.now) > PATIENT_MS
}

// Only what ends by itself is waited for.
function handOverEnds(scene: Scene): NextAction {
  if (!isOverdue(scene)) return { text: 'Wait: Cluster API applies it within seconds' }
  return {
    text: 'Find out what changes or rejects the Secret on the cluster, and whether Cluster API can reach the cluster',
  }
}

function unlabel({ facts, asked }: Scene): NextAction {
  const label = asked?.plan?.gate?.label ?? fitoutRef(facts)?.name ?? ''
  const call = kubectl({ on: 'Management', namespace: facts.namespace }, facts)
  return {
    text: `Remove the label from Cluster ${facts.namespace}/${facts.name}, and in Git if it is set there; Fitout sets it once the previous step is proven`,
    command: `${call} label cluster ${shellWord(facts.name)} ${shellWord(`${label}-`)}`,
  }
}

function sourceAdvice(held: PlanHold, facts: Scene['facts']): NextAction {
  switch (held.readError) {
    case 'Forbidden':
      return { text: `Give the service account of Fitout the permission to get ${named(held)}` }
    case 'TooLarge':
      return commit(
        `Deliver less in ${named(held)}: \`fitout pack\` splits manifests into several ConfigMaps`,
      )
    default: {
      const { kind = 'ConfigMap' } = held.source ?? {}
      const { namespace } = facts
      return unreadAdvice(held.readError, { on: 'Management', apiVersion: 'v1', kind, namespace }, facts)
    }
  }
}

function outputIn({ source }: PlanHold): string {
  return source?.key === undefined ? 'the missing output' : `output ${quoteAsGo(source.key)}`
}

function named({ source }: PlanHold): string {
  return source ? `"${source.name}"` : 'it'
}
