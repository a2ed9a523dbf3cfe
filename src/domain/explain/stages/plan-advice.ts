import type { Reason } from '../../plan/reason.ts'
import type { WantedSet } from '../../plan/step-sets.ts'
import { readInstant } from '../../plan/step-status.ts'
import { commit, kubectl } from '../show/commands.ts'
import { shellWord } from '../show/shell-word.ts'
import { unreadCauseIn } from '../unread-cause.ts'
import type { NextAction } from '../why.ts'
import type { Scene } from './scene.ts'
import { unreadAdvice } from './unread-advice.ts'
import { commitSet } from './commit-set.ts'
import { fitoutRef, wantedSets } from './step-asked.ts'

interface Held {
  readonly reason: Reason
  readonly message: string
}

type Advice = (held: Held, scene: Scene) => readonly NextAction[]

const advice: Readonly<Partial<Record<Reason, Advice>>> = {
  FitoutSuspended: () => [commit('Resume the Fitout', 'spec:\n  suspend: false')],
  FitoutInvalid: () => [commit('Correct the Fitout; open gates stay as they are until then')],
  FitoutConflict: () => [
    commit('Change the clusterSelector of one of the two Fitouts so that only one selects the Cluster'),
  ],
  GateTampered: (_, scene) => [unlabel(scene)],
  GateRefused: () => [
    { text: 'Exempt the service account of Fitout from the policy that refuses the label' },
  ],
  GateNotWritten: () => [
    {
      text: "See whether Cluster API's webhooks and the API server of the management cluster answer in time",
    },
  ],
  VersionUnsupported: () => [
    commit(
      'Upgrade the pack to a version that supports the Kubernetes of the cluster, or keep the Cluster on an older one',
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
      text: 'Remove the label hand-over.fitout.dev/addressee from any Cluster that Fitout did not give it to',
    },
  ],
  HandOverNotAddressed: () => [
    {
      text: 'Wait a moment; if it stays so, remove the label hand-over.fitout.dev/addressee wherever somebody else writes it',
    },
  ],
  HandOverRefused: () => [
    { text: 'Exempt the service account of Fitout from the policy or quota that refuses it' },
  ],
  SourceNotRead: (held, { facts }) => [sourceAdvice(held, facts)],
  HandOverSecretMissing: held => [commit(`Let Terraform write Secret ${named(held)}, which the step reads`)],
  HandOverSecretRefused: () => [
    commit(
      'Hand over a Secret that is made for it: those of Cluster API, Helm and Kubernetes are never read',
    ),
  ],
  HandOverKeyMissing: held => [commit(`Add output ${keyIn(held)} to the Terraform workspace and apply it`)],
  HandOverValueMalformed: held => [commit(`Correct the value at its source: ${held.message}`)],
  HandOverKeyConflict: () => [commit('Give one of the two keys another name with `as`')],
  HandOverTooLarge: () => [commit('Hand over less in one step: a Secret holds at most 1 MiB')],
  HandOverNamespaceMissing: () => [commit('Let an earlier step deliver the namespace that the values go to')],
  HandOverNotDelivered: (held, scene) => [handOverEnds(held, scene)],
  RenderSourceMissing: () => [commit('Commit the ConfigMap that `render` names beside the Cluster')],
  RenderSourceMalformed: () => [commit('Correct the manifests in the ConfigMap that `render` names')],
  RenderVariableMissing: () => [
    commit('Hand the value over under this name, or give the variable a default: ${NAME:=value}'),
  ],
  RenderVariableAmbiguous: () => [commit('Hand over only one value under this name')],
  RenderShapeChanged: () => [commit('Use the variable inside of a scalar: a value never adds keys or items')],
}

// Of several that are missing the first is the one that the step names.
function missingSets({ facts, asked }: Scene): readonly WantedSet[] {
  const sets = asked ? wantedSets(asked, facts) : []
  return sets.filter(({ name }) => facts.resourceSets.get(name)?.kind === 'absent').slice(0, 1)
}

/** What to do about what keeps a gate shut, Git first. */
export function planAdvice(held: Held, scene: Scene): readonly NextAction[] {
  return advice[held.reason]?.(held, scene) ?? []
}

// So long Cluster API may take to bring what is handed over.
const PATIENT_MS = 120_000

/** Whether a step has been as it is for longer than anything takes that ends by itself. */
export function isOverdue({ facts, asked }: Scene): boolean {
  return facts.now - (readInstant(asked?.status.since) ?? facts.now) > PATIENT_MS
}

// Only what ends by itself is waited for.
function handOverEnds({ message }: Held, scene: Scene): NextAction {
  if (message.startsWith('Hand-over could not be written'))
    return { text: 'See why the API server of the management cluster does not take what Fitout writes' }
  if (!isOverdue(scene)) return { text: 'Wait: Cluster API applies it within seconds' }
  return {
    text: 'Look for who changes or refuses the Secret on the cluster, and whether Cluster API reaches the cluster',
  }
}

function unlabel({ facts, asked }: Scene): NextAction {
  const label = asked?.plan?.gate?.label ?? fitoutRef(facts)?.name ?? ''
  const call = kubectl({ on: 'Management', namespace: facts.namespace }, facts)
  return {
    text: `Remove the label from Cluster ${facts.namespace}/${facts.name}, and in Git if it is set there; Fitout sets it when it is time`,
    command: `${call} label cluster ${shellWord(facts.name)} ${shellWord(`${label}-`)}`,
  }
}

function sourceAdvice(held: Held, facts: Scene['facts']): NextAction {
  switch (unreadCauseIn(held.message)) {
    case 'forbidden':
      return { text: `Give the service account of Fitout the permission to get ${named(held)}` }
    case 'too-large':
      return commit(`Deliver less in ${named(held)}: \`fitout pack\` makes several of it`)
    default: {
      const kind = /^(ConfigMap|Secret)\b/.exec(held.message)?.[1] ?? 'ConfigMap'
      const { namespace } = facts
      return unreadAdvice(held.message, { on: 'Management', apiVersion: 'v1', kind, namespace }, facts)
    }
  }
}

function keyIn({ message }: Held): string {
  return /lacks key ("[^"]{1,253}")/.exec(message)?.[1] ?? 'that is lacking'
}

function named({ message }: Held): string {
  return /("[^"]{1,253}")/.exec(message)?.[1] ?? 'it'
}
