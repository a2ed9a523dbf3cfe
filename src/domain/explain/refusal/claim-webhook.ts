import { partOf, itemsIn } from '../../object/fields.ts'
import { type Claim, lineAbout, lineOf, nameOf, sentenceOf } from '../claim.ts'
import type { Inquiry } from '../inquiry.ts'
import type { SeenRef } from '../seen-object.ts'
import type { Advice } from '../show/advice.ts'
import { commit, kubectlDescribe, makeAgain, orElse, patchObject, refresh } from '../show/commands.ts'
import type { Proven } from './claim-refusal.ts'
import type { ApiRefusal } from './read-refusal.ts'
import { configOf, type WebhookConfig } from './webhook-config.ts'

/** A webhook that an API server asks, and that does not answer. */
export function webhookUnavailable(
  { webhook, service }: Extract<ApiRefusal, { readonly is: 'webhook' }>,
  said: Proven,
  inquiry: Inquiry,
): Claim {
  const { facts } = inquiry
  const { about, line } = said
  const ref = service && ({ on: about.on, apiVersion: 'v1', kind: 'Service', ...service } as const)
  const behind = ref && behindOf(ref, inquiry)
  const config = configOf({ webhook, service }, said, inquiry)
  return {
    reason: 'WebhookUnavailable',
    sentence: sentenceOf(
      `Webhook "${webhook}" ${ref && behind ? `does not respond: ${nameOf(ref)} ${behind}` : failureIn(line.line)}`,
    ),
    evidence: [
      line,
      ...(config ? [lineOf(config.object, `calls webhook "${webhook}"`)] : []),
      ...(ref && behind ? [lineAbout(ref, behind, behind === NOT_THERE ? 'NotFound' : undefined)] : []),
    ],
    next: [
      commit(
        isNotTrusted(line.line) && config
          ? `Set caBundle of ${nameOf(config.object.ref)} to the CA that signed the certificate of the webhook`
          : 'Deliver and prove the server of the webhook in an earlier step',
      ),
      ...(config ? [goOnWithout(config, inquiry), ...makeAgain(about, facts)] : []),
      ...(ref ? [kubectlDescribe(ref, facts)] : []),
      refresh(facts),
    ],
  }
}

const silent =
  /no endpoints|connection refused|connection reset|no route to host|deadline exceeded|timeout|timed out|EOF/i

// failed calling webhook "x": failed to call webhook: Post "…": tls: failed to verify certificate: x509: …
function failureIn(words: string): string {
  if (isNotTrusted(words)) return 'has a certificate that the API server does not trust'
  if (silent.test(words)) return 'does not respond'
  const [, tail] = /failed to call webhook: (.{1,300})/.exec(words) ?? []
  return tail === undefined ? 'does not respond' : `cannot be called: ${tail}`
}

function isNotTrusted(words: string): boolean {
  return /x509|certificate/.test(words)
}

function goOnWithout({ object: { ref }, index }: WebhookConfig, { facts }: Inquiry): Advice {
  const path = `/webhooks/${index}/failurePolicy`
  return orElse(
    patchObject(`set failurePolicy of ${nameOf(ref)} to Ignore, which disables its checks`, ref, {
      facts,
      patch: [{ op: 'replace', path, value: 'Ignore' }],
      type: 'json',
    }),
  )
}

const NOT_THERE = 'does not exist'

function behindOf(service: SeenRef & { readonly namespace: string }, inquiry: Inquiry): string | undefined {
  if (inquiry.find(service) === 'absent') return NOT_THERE
  return hasNoEndpoint(service, inquiry) ? 'has no ready endpoint' : undefined
}

function hasNoEndpoint(service: SeenRef & { readonly namespace: string }, inquiry: Inquiry): boolean {
  const { on, namespace, name } = service
  const labels = `kubernetes.io/service-name=${name}`
  const slices = inquiry.list({
    on,
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    namespace,
    labels,
  })
  if (slices.kind !== 'listed') return false
  return !slices.objects.some(({ fields }) =>
    itemsIn(fields, 'endpoints').some(endpoint => partOf(endpoint, 'conditions')['ready'] !== false),
  )
}
