import type { Fields } from '../../object/fields.ts'

/** What was read, or why it could not be: `you are not allowed to list deployments`. */
export type Read<T> =
  | { readonly kind: 'read'; readonly value: T }
  | { readonly kind: 'unread'; readonly why: string }

/** All that is known about an installation and what it needs. Objects are as the API server gives them. */
export interface InstallationFacts {
  readonly now: number
  /** The version of this command. */
  readonly client: string
  /** The namespace that was asked about. */
  readonly namespace: string
  readonly kubernetes: string
  /** Kinds by the group and version that serves them. Absent: the server does not serve it. */
  readonly served: Readonly<Record<string, readonly string[]>>
  /** The CustomResourceDefinitions of Fitout. */
  readonly crds: Read<readonly Fields[]>
  /** Deployments of Fitout in all namespaces, or in the one that may be read. */
  readonly deployments: Read<readonly Fields[]>
  readonly pods: Read<readonly Fields[]>
  readonly leases: Read<readonly Fields[]>
  /** Deployments of the core of Cluster API. */
  readonly managers: Read<readonly Fields[]>
  /** ClusterRoles, ClusterRoleBindings, Roles and RoleBindings of Fitout. */
  readonly permissions: Read<readonly Fields[]>
  /** ValidatingAdmissionPolicies of Fitout, and their bindings. */
  readonly policies: Read<readonly Fields[]>
  readonly fitouts: Read<readonly Fields[]>
  /** Deployments of Flux on the management cluster. */
  readonly flux: Read<readonly Fields[]>
}

/** What one check says. */
export interface CheckFinding {
  readonly check: CheckName
  readonly result: 'ok' | 'warning' | 'failed'
  /** One sentence about what was found. */
  readonly message: string
  /** What to do about it: a whole command, or a sentence where there is none. */
  readonly next?: string
}

/** The checks, in the order in which they are made and shown. */
export type CheckName =
  | 'kubernetes'
  | 'cluster-api'
  | 'resource-sets'
  | 'kinds'
  | 'installation'
  | 'controller'
  | 'lease'
  | 'clock'
  | 'permissions'
  | 'policy'
  | 'flux'
  | 'version'

/** Looks at one thing. Undefined where there is nothing to say. */
export type Check = (facts: InstallationFacts) => CheckFinding | undefined

/** Says that something could not be read, and so is not known. */
export function unreadCheck(check: CheckName, why: string): CheckFinding {
  return { check, result: 'warning', message: `Unknown: ${why}` }
}
