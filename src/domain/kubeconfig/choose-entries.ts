import type { KubeconfigFields } from './kubeconfig-fields.ts'

/** What the current context of a kubeconfig leads to. */
interface ChosenEntries {
  readonly name: string
  readonly namespace: string | undefined
  readonly cluster: KubeconfigFields
  readonly user: KubeconfigFields
}

const FIELDS = [
  'apiVersion',
  'kind',
  'preferences',
  'clusters',
  'users',
  'contexts',
  'current-context',
  'extensions',
]

/** Finds the cluster and the user of the current context. Entries of other contexts are not looked into. */
export function chooseEntries(config: KubeconfigFields): ChosenEntries {
  config.allowOnly(FIELDS)
  mustBe(config, 'apiVersion', 'v1')
  mustBe(config, 'kind', 'Config')
  const lists = {
    clusters: byName(config, 'clusters'),
    users: byName(config, 'users'),
    contexts: byName(config, 'contexts'),
  }
  const entry = currentContext(config, lists.contexts)
  const context = inside(entry, 'context', ['cluster', 'user', 'namespace'])
  return {
    name: entry.neededText('name'),
    namespace: context.text('namespace'),
    cluster: inside(named(context, 'cluster', lists.clusters), 'cluster'),
    user: inside(named(context, 'user', lists.users), 'user'),
  }
}

// kubectl takes a kubeconfig that says neither for one of this kind.
function mustBe(config: KubeconfigFields, name: string, want: string): void {
  const given = config.text(name)
  if (given !== undefined && given !== want)
    config.refuse('NOT_A_KUBECONFIG', name, `${name} must be ${want}`)
}

type Entries = ReadonlyMap<string, KubeconfigFields>

function byName(config: KubeconfigFields, list: string): Entries {
  const entries = new Map<string, KubeconfigFields>()
  for (const entry of config.list(list)) {
    const name = entry.neededText('name')
    if (entries.has(name)) entry.refuse('DUPLICATE_NAME', 'name', `a duplicate entry of this name in ${list}`)
    entries.set(name, entry)
  }
  return entries
}

function currentContext(config: KubeconfigFields, contexts: Entries): KubeconfigFields {
  const name = config.text('current-context')
  if (name !== undefined) {
    return contexts.get(name) ?? config.refuse('UNKNOWN_NAME', 'current-context', 'no context has this name')
  }
  const [first, second] = contexts.values()
  if (!first) config.refuse('MISSING', 'contexts', 'contexts is missing')
  if (second) config.refuse('AMBIGUOUS_CONTEXT', 'contexts', 'several contexts and no current-context')
  return first
}

function named(context: KubeconfigFields, field: string, entries: Entries): KubeconfigFields {
  const name = context.neededText(field)
  return entries.get(name) ?? context.refuse('UNKNOWN_NAME', field, `no ${field} has this name`)
}

function inside(entry: KubeconfigFields, name: string, known?: readonly string[]): KubeconfigFields {
  entry.allowOnly(['name', name])
  const fields = entry.fields(name)
  if (known) fields.allowOnly([...known, 'extensions'])
  return fields
}
