import { listAt, textAt } from '../history/fields.ts'

/** One right: a verb on a kind, as RBAC grants it, of some names only or of all. */
export interface Grant {
  readonly verb: string
  readonly group: string
  /** With its subresource, as RBAC writes it: `clusters/status`. */
  readonly resource: string
  readonly names: readonly string[] | 'all'
  /** The role that grants it. */
  readonly role: string
}

/** The rights in the Roles and ClusterRoles among some manifests, one for each verb and kind. */
export function grantsOf(manifests: readonly unknown[]): readonly Grant[] {
  return manifests
    .filter(manifest => ['Role', 'ClusterRole'].includes(textAt(manifest, 'kind') ?? ''))
    .flatMap(manifest => {
      const role = textAt(manifest, 'metadata', 'name') ?? ''
      return listAt(manifest, 'rules').flatMap(rule => grantsOfRule(rule, role))
    })
}

function grantsOfRule(rule: unknown, role: string): readonly Grant[] {
  const texts = (name: string) => listAt(rule, name).map(String)
  const limited = texts('resourceNames')
  const names = limited.length > 0 ? limited : 'all'
  return texts('apiGroups').flatMap(group =>
    texts('resources').flatMap(resource =>
      texts('verbs').map(verb => ({ verb, group, resource, names, role }) as const),
    ),
  )
}
