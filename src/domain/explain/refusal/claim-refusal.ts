import { absenceOf } from '../absence.ts'
import { findBuiltInKind } from '../../kinds/built-in-kinds.ts'
import { itemsIn, partOf, textIn } from '../../object/fields.ts'
import { type Claim, lineAbout, lineOf, nameOf, sentenceOf } from '../claim.ts'
import type { Inquiry } from '../inquiry.ts'
import { namespaceRef, labelsIn, type SeenRef, type SeenObject } from '../seen-object.ts'
import type { Advice } from '../show/advice.ts'
import { act, commit, kubectlDescribe, makeAgain, orElse, patchObject, refresh } from '../show/commands.ts'
import { shellWord } from '../show/shell-word.ts'
import type { EvidenceLine } from '../why.ts'
import { bringBack } from '../workload/object-missing.ts'
import { webhookUnavailable } from './claim-webhook.ts'
import { classMissing } from './claim-class.ts'
import { amountsMissing, outOfBounds } from './claim-limits.ts'
import { quotaExceeded } from './claim-quota.ts'
import { readRefusal, type ApiRefusal } from './read-refusal.ts'
import { configOf } from './webhook-config.ts'

/** Words of an API server, about which object, and the line that has them. */
export interface RefusalMessage {
  readonly words: string
  /** What could not be made or changed. Its side is the cluster that said no. */
  readonly about: SeenRef
  /** Where that can be read, if not on the cluster that said no. */
  readonly home?: SeenRef
  /** The very object that was refused, if the words name it: `about` is what would have made it. */
  readonly refused?: SeenRef
  /** Makes the line that has the words which prove it. */
  readonly line: (words: string) => EvidenceLine
}

/** What was refused, and the line that proves it. */
export interface Proven extends Pick<RefusalMessage, 'about' | 'home' | 'refused'> {
  readonly line: EvidenceLine
}

type Of<Is extends ApiRefusal['is']> = Extract<ApiRefusal, { readonly is: Is }>

/** Makes a claim of the words with which an API server refuses; undefined if they are none, or prove nothing. */
export function claimRefusal(said: RefusalMessage, inquiry: Inquiry): Claim | undefined {
  const read = readRefusal(said.words)
  if (!read) return undefined
  const { refusal, words } = read
  const { line, ...named } = said
  const proven: Proven = { ...named, line: line(words) }
  switch (refusal.is) {
    case 'webhook':
      return webhookUnavailable(refusal, proven, inquiry)
    case 'kind':
      return kindUnknown(refusal, proven, inquiry)
    case 'quota':
      return quotaExceeded(refusal, proven, inquiry)
    case 'limit':
      return outOfBounds(refusal, proven, inquiry)
    case 'unsaid':
      return amountsMissing(refusal, proven, inquiry)
    case 'class':
      return classMissing(refusal, proven, inquiry)
    case 'account':
      return accountMissing(refusal, proven, inquiry)
    case 'admission':
      return admissionRefused(refusal, proven, inquiry)
    case 'permission':
      return permissionMissing(refusal, proven, inquiry)
    default:
      return refusal satisfies never
  }
}

/**
 * Says whether the definition of a kind is missing, or serves other versions; undefined if neither is proven.
 *
 * A kind that Kubernetes itself has, or had, is only gone in this version. Of others, the definitions tell.
 */
export function kindUnknown(refusal: Of<'kind'>, said: Proven, inquiry: Inquiry): Claim | undefined {
  const { kind, group, version } = refusal
  if (!group.includes('.') || findBuiltInKind(group, kind)) return builtInRemoved(refusal, said, inquiry)
  const listed = inquiry.list({
    on: said.about.on,
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
  })
  if (listed.kind !== 'listed') return undefined
  const found = listed.objects.find(
    ({ fields }) =>
      textIn(partOf(fields, 'spec'), 'group') === group &&
      textIn(partOf(partOf(fields, 'spec'), 'names'), 'kind') === kind,
  )
  if (!found) return definitionMissing(refusal, said, inquiry)
  const served = servedVersions(found)
  if (version === '' || served.includes(version)) return undefined
  const line = lineOf(found, `serves ${served.join(', ')}`)
  const claim = versionRemoved(refusal, said, inquiry)
  return { ...claim, evidence: [...claim.evidence, line] }
}

// Who reads the words of a set must see that they are about this cluster.
function builtInRemoved(refusal: Of<'kind'>, said: Proven, inquiry: Inquiry): Claim {
  const { kind, group, version } = refusal
  const claim = versionRemoved(refusal, said, inquiry)
  const apiVersion = group === '' ? version : `${group}/${version}`
  const asked = { on: said.about.on, apiVersion, kind }
  if (inquiry.list(asked).kind !== 'not-served') return claim
  const line = lineAbout({ ...asked, name: 'any' }, 'is not served by this cluster', 'NotFound')
  return { ...claim, evidence: [...claim.evidence, line] }
}

function servedVersions({ fields }: SeenObject): readonly string[] {
  const versions = itemsIn(partOf(fields, 'spec'), 'versions').filter(({ served }) => served === true)
  return versions.map(version => textIn(version, 'name'))
}

function definitionMissing(
  { kind, group }: Of<'kind'>,
  { about, refused, line }: Proven,
  { facts }: Inquiry,
): Claim {
  return {
    reason: 'DefinitionMissing',
    sentence: sentenceOf(
      `The cluster has no CustomResourceDefinition for ${kind}.${group}, which ${nameOf(refused ?? about)} needs`,
    ),
    evidence: [
      line,
      lineAbout(
        {
          on: about.on,
          apiVersion: 'apiextensions.k8s.io/v1',
          kind: 'CustomResourceDefinition',
          name: `*.${group}`,
        },
        'does not exist',
        'NotFound',
      ),
    ],
    next: [
      commit(`Deliver the CustomResourceDefinition of ${kind}.${group} in an earlier step or manifest`),
      refresh(facts),
    ],
  }
}

function versionRemoved(
  { kind, group, version }: Of<'kind'>,
  { about, line }: Proven,
  { facts }: Inquiry,
): Claim {
  const apiVersion = group === '' ? version : `${group}/${version}`
  return {
    reason: 'ApiVersionRemoved',
    sentence: sentenceOf(`The cluster does not serve ${apiVersion} ${kind}, which ${nameOf(about)} uses`),
    evidence: [line],
    next: [
      commit(`Change the manifest or the chart so that it uses a version of ${kind} that the cluster serves`),
      act('List the served versions', about, {
        facts,
        verb: `api-resources --api-group ${shellWord(group)}`,
        needs: 'nothing',
      }),
    ],
  }
}

function accountMissing(
  { namespace, account }: Of<'account'>,
  { about, line }: Proven,
  inquiry: Inquiry,
): Claim {
  const { facts } = inquiry
  const ref = { on: about.on, apiVersion: 'v1', kind: 'ServiceAccount', namespace, name: account }
  return {
    reason: 'AdmissionRefused',
    sentence: sentenceOf(`${nameOf(about)} uses ${nameOf(ref)}, ${absenceOf(ref, inquiry)}`),
    evidence: [line],
    next: [
      ...bringBack(ref, inquiry),
      commit(`Deliver ${nameOf(ref)}, or correct serviceAccountName of ${nameOf(about)}`),
      orElse(
        act(`create ${nameOf(ref)} now, with no permissions`, ref, {
          facts,
          verb: `create serviceaccount ${shellWord(account)}`,
          needs: 'absent',
        }),
      ),
      ...makeAgain(about, facts),
    ],
  }
}

function admissionRefused({ by, policy, webhook }: Of<'admission'>, said: Proven, inquiry: Inquiry): Claim {
  const { facts } = inquiry
  const { about, home = about, refused, line } = said
  const what = refused ? `${nameOf(refused)} of ${nameOf(about)}` : `the objects of ${nameOf(about)}`
  const config = webhook === undefined ? undefined : configOf({ webhook }, said, inquiry)
  return {
    reason: 'AdmissionRefused',
    sentence: sentenceOf(`${by} rejects ${what}`),
    evidence: [
      line,
      ...policyLine(policy?.name, about, inquiry),
      ...(config ? [lineOf(config.object, `calls webhook "${webhook ?? ''}"`)] : []),
    ],
    next: [
      commit(
        `Change ${nameOf(refused ?? about)} so that it complies with the policy, or exclude it from the policy`,
      ),
      ...(by.startsWith('Pod security level') ? takeAnyPod(about, inquiry) : []),
      ...(policy ? [onlyWarn(policy.binding, about, inquiry), ...makeAgain(about, facts)] : []),
      kubectlDescribe(home, facts),
    ],
  }
}

function onlyWarn(name: string, { on }: SeenRef, { facts }: Inquiry): Advice {
  const apiVersion = 'admissionregistration.k8s.io/v1'
  const ref = { on, apiVersion, kind: 'ValidatingAdmissionPolicyBinding', name }
  return orElse(
    patchObject(`set ${nameOf(ref)} to warn only`, ref, {
      facts,
      patch: { spec: { validationActions: ['Warn'] } },
    }),
  )
}

const enforced = 'pod-security.kubernetes.io/enforce'

// Where the level comes from the API server, no label of the namespace is to blame.
function takeAnyPod(about: SeenRef, inquiry: Inquiry): readonly Advice[] {
  const { facts } = inquiry
  const name = about.namespace ?? ''
  const ref = namespaceRef(about.on, name)
  const namespace = name === '' ? 'unread' : inquiry.find(ref)
  if (typeof namespace === 'string' || !(enforced in labelsIn(namespace.fields))) return []
  return [
    orElse(
      act(`set the pod security level of ${nameOf(ref)} to privileged`, ref, {
        facts,
        verb: `label namespace ${shellWord(name)} ${enforced}=privileged --overwrite`,
      }),
    ),
    ...makeAgain(about, facts),
  ]
}

// For the same reason as above.
function policyLine(policy: string | undefined, { on }: SeenRef, inquiry: Inquiry): readonly EvidenceLine[] {
  if (policy === undefined) return []
  const apiVersion = 'admissionregistration.k8s.io/v1'
  const found = inquiry.find({ on, apiVersion, kind: 'ValidatingAdmissionPolicy', name: policy })
  return typeof found === 'string' ? [] : [lineAbout(found.ref, 'is in force on this cluster')]
}

function permissionMissing({ user, cannot }: Of<'permission'>, { line }: Proven, { facts }: Inquiry): Claim {
  return {
    reason: 'PermissionMissing',
    sentence: sentenceOf(`User "${user}" ${cannot}`),
    evidence: [line],
    next: [commit(`Give "${user}" a Role or ClusterRole with this permission`), refresh(facts)],
  }
}
