/** Why an API server did not take an object, as far as its words tell. */
export type ApiRefusal =
  /** A webhook did not answer. */
  | { readonly is: 'webhook'; readonly webhook: string; readonly service: ServiceName | undefined }
  /** It does not know the kind, or not in this version. */
  | { readonly is: 'kind'; readonly kind: string; readonly group: string; readonly version: string }
  | {
      readonly is: 'quota'
      readonly quota: string
      /** What must be free for what was refused, by resource: what is used now and what was asked for. */
      readonly asked: Readonly<Record<string, readonly [used: string, requested: string]>>
    }
  /** A LimitRange takes only what is within its bounds. */
  | { readonly is: 'limit'; readonly bounds: readonly [Bound, ...Bound[]] }
  /** A quota takes only what says how much it needs. */
  | { readonly is: 'unsaid'; readonly quota: string; readonly unsaid: readonly MissingAmounts[] }
  /** The class of a pod is not there. */
  | { readonly is: 'class'; readonly kind: 'PriorityClass' | 'RuntimeClass'; readonly name: string }
  /** The account that a pod is to run under is not there. */
  | { readonly is: 'account'; readonly namespace: string; readonly account: string }
  /** A policy or a webhook said no. */
  | { readonly is: 'admission'; readonly by: string; readonly policy?: Policy; readonly webhook?: string }
  | { readonly is: 'permission'; readonly user: string; readonly cannot: string }

/** One bound of a LimitRange that is not kept. */
export interface Bound {
  readonly end: 'max' | 'min' | 'maxLimitRequestRatio'
  readonly resource: string
  /** `Container`, `Pod` or `PersistentVolumeClaim`. */
  readonly per: string
  readonly allowed: string
  /** Undefined if nothing was said. */
  readonly given: string | undefined
}

/** What containers do not say: `limits.cpu`. */
export interface MissingAmounts {
  readonly resource: string
  readonly containers: readonly string[]
}

/** A ValidatingAdmissionPolicy, and what makes it count. */
interface Policy {
  readonly name: string
  readonly binding: string
}

interface ServiceName {
  readonly namespace: string
  readonly name: string
}

type Reader = (text: string) => ApiRefusal | undefined

/** A refusal, and the part of the text that says so: what came before may be long. */
export interface ReadRefusal {
  readonly refusal: ApiRefusal
  readonly words: string
}

// A quota and a policy are named by what is inside of other refusals, so the outermost words come last.
const readers: readonly Reader[] = [
  readWebhook,
  readKind,
  readQuota,
  readLimit,
  readUnsaid,
  readClass,
  readAccount,
  readAdmission,
  readPermission,
]

/** Reads why an API server refused, in the words that it has for it; undefined for all others. */
export function readRefusal(text: string): ReadRefusal | undefined {
  for (const reader of readers) {
    const refusal = reader(text)
    if (refusal) return { refusal, words: text.slice(Math.max(0, text.search(beginnings[refusal.is]))) }
  }
  return undefined
}

// limitranger: maximum cpu usage per Container is 1, but limit is 2
const limitWords =
  /(?:(?:max|min)imum [a-z0-9./-]{1,253} usage|[a-z0-9./-]{1,253} max limit to request ratio) per (?:Container|Pod|PersistentVolumeClaim) is /

const beginnings: Readonly<Record<ApiRefusal['is'], RegExp>> = {
  webhook: /failed calling webhook/,
  kind: /no matches for kind/,
  quota: /exceeded quota/,
  limit: limitWords,
  unsaid: /failed quota/,
  class: /no PriorityClass with name|pod rejected: RuntimeClass/,
  account: /error looking up service account/,
  admission: /violates PodSecurity|ValidatingAdmissionPolicy '|admission webhook "/,
  permission: /User "/,
}

function readWebhook(text: string): ApiRefusal | undefined {
  const [, webhook] = /failed calling webhook "([^"]{1,253})"/.exec(text) ?? []
  if (webhook === undefined) return undefined
  const [, name, namespace] = /https:\/\/([a-z0-9-]{1,63})\.([a-z0-9-]{1,63})\.svc[:/]/.exec(text) ?? []
  const service = name === undefined || namespace === undefined ? undefined : { namespace, name }
  return { is: 'webhook', webhook, service }
}

function readKind(text: string): ApiRefusal | undefined {
  const [, kind, where, place] =
    /no matches for kind "([A-Za-z0-9]{1,63})" in (version|group) "([a-z0-9./-]{0,253})"/.exec(text) ?? []
  if (kind === undefined || place === undefined) return undefined
  if (where === 'group') return { is: 'kind', kind, group: place, version: '' }
  const [first = '', second] = place.split('/', 2)
  return { is: 'kind', kind, group: second === undefined ? '' : first, version: second ?? first }
}

function readQuota(text: string): ApiRefusal | undefined {
  const [, quota, requested = '', used = ''] =
    /exceeded quota: ([a-z0-9.-]{1,253}), requested: (\S{1,500}), used: (\S{1,500}), limited: /.exec(text) ??
    []
  if (quota === undefined) return undefined
  const now = amountsIn(used)
  const asked = Object.entries(amountsIn(requested)).map(
    ([resource, amount]) => [resource, [now[resource] ?? '0', amount]] as const,
  )
  return { is: 'quota', quota, asked: Object.fromEntries(asked) }
}

// pods=1,limits.memory=1Gi
function amountsIn(list: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...list.matchAll(/([a-z0-9./-]{1,253})=([0-9A-Za-z.]{1,32})/g)].map(([, name = '', amount = '']) => [
      name,
      amount,
    ]),
  )
}

const bound =
  /(maximum|minimum) ([a-z0-9./-]{1,253}) usage per (Container|Pod|PersistentVolumeClaim) is ([0-9A-Za-z.]{1,32}?)(?:, but (?:limit|request) is ([0-9A-Za-z.]{1,32})|\. {1,2}No (?:limit|request) is specified)/g
const ratio =
  /([a-z0-9./-]{1,253}) max limit to request ratio per (Container|Pod) is ([0-9A-Za-z.]{1,32}), but (?:provided ratio is ([0-9.]{1,32})|no )/g

function readLimit(text: string): ApiRefusal | undefined {
  const [first, ...more]: readonly Bound[] = [
    ...[...text.matchAll(bound)].map(([, which, resource = '', per = '', allowed = '', given]) => ({
      end: which === 'maximum' ? ('max' as const) : ('min' as const),
      resource,
      per,
      allowed,
      given,
    })),
    ...[...text.matchAll(ratio)].map(([, resource = '', per = '', allowed = '', given]) => ({
      end: 'maxLimitRequestRatio' as const,
      resource,
      per,
      allowed,
      given,
    })),
  ]
  return first && { is: 'limit', bounds: [first, ...more] }
}

// failed quota: compute: must specify limits.cpu for: a,b; limits.memory for: a
function readUnsaid(text: string): ApiRefusal | undefined {
  const [, quota, list = ''] = /failed quota: ([a-z0-9.-]{1,253}): must specify (.{1,1000})/s.exec(text) ?? []
  if (quota === undefined) return undefined
  const unsaid = [...list.matchAll(/([a-z0-9./-]{1,253}) for: ([a-z0-9,-]{1,500})/g)].map(
    ([, resource = '', containers = '']) => ({ resource, containers: containers.split(',') }),
  )
  return { is: 'unsaid', quota, unsaid }
}

function readClass(text: string): ApiRefusal | undefined {
  const [, priority] = /no PriorityClass with name ([a-z0-9.-]{1,253}) was found/.exec(text) ?? []
  if (priority !== undefined) return { is: 'class', kind: 'PriorityClass', name: priority }
  const [, runtime] = /pod rejected: RuntimeClass "([a-z0-9.-]{1,253})" not found/.exec(text) ?? []
  return runtime === undefined ? undefined : { is: 'class', kind: 'RuntimeClass', name: runtime }
}

function readAccount(text: string): ApiRefusal | undefined {
  const [, namespace, account] =
    /error looking up service account ([a-z0-9-]{1,63})\/([a-z0-9.-]{1,253}): /.exec(text) ?? []
  return namespace === undefined || account === undefined ? undefined : { is: 'account', namespace, account }
}

const admissions: readonly { readonly words: RegExp; readonly by: string }[] = [
  { words: /violates PodSecurity "([^"]{1,63})"/, by: 'Pod security level' },
  {
    words: /ValidatingAdmissionPolicy '([^']{1,253})' with binding '([^']{0,253})' denied request/,
    by: 'Policy',
  },
  { words: /admission webhook "([^"]{1,253})" denied the request/, by: 'Webhook' },
]

function readAdmission(text: string): ApiRefusal | undefined {
  for (const { words, by } of admissions) {
    const [, name, binding = ''] = words.exec(text) ?? []
    if (name === undefined) continue
    const more = by === 'Policy' ? { policy: { name, binding } } : by === 'Webhook' ? { webhook: name } : {}
    return { is: 'admission', by: `${by} "${name}"`, ...more }
  }
  return undefined
}

function readPermission(text: string): ApiRefusal | undefined {
  const [, user, cannot] =
    /forbidden: User "([^"]{1,253})" (cannot [a-z]+ resource "[a-z0-9./-]{1,253}" in API group "[a-z0-9.-]{0,253}")/.exec(
      text,
    ) ?? []
  return user === undefined || cannot === undefined ? undefined : { is: 'permission', user, cannot }
}
