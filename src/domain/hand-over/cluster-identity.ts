import type { NAME_VARIABLES } from '../api/api-names.ts'
import type { FitoutStep } from '../api/schema/fitout-schema.ts'
import { EnvsubstError } from '../envsubst/envsubst-error.ts'
import { expand, lookupIn } from '../envsubst/expand.ts'
import { dns1123SubdomainProblems } from '../names/dns-name.ts'

/** Which Cluster: the one of this name that has this UID, and no other that comes after it. */
export interface ClusterIdentity {
  readonly name: string
  readonly namespace: string
  readonly uid: string
}

/** Finds an object by name in the namespace of the Cluster. There is no way to ask for another namespace. */
export type SourceLookup = (name: string) => FoundSource

/** An object as it was read, or that there is none, or why it could not be read. */
export type FoundSource = { readonly found: unknown } | 'missing' | { readonly refused: string }

/** Returns whether a step has anything to carry. Only then there is something to wrap. */
export function needsHandOver({ handOver, render }: Pick<FitoutStep, 'handOver' | 'render'>): boolean {
  return (handOver ?? []).length > 0 || (render ?? []).length > 0
}

type NameVariable = (typeof NAME_VARIABLES)[number]

/** The values of the variables that may stand in names. */
export function nameVariables({ name, namespace }: ClusterIdentity): Readonly<Record<NameVariable, string>> {
  return { CLUSTER_NAME: name, CLUSTER_NAMESPACE: namespace }
}

/** A name once its variables are filled, or what is wrong with it. */
export type ResolvedName =
  | { readonly ok: true; readonly name: string }
  | { readonly ok: false; readonly problem: string }

function asName(name: string): ResolvedName {
  if (dns1123SubdomainProblems(name).length === 0) return { ok: true, name }
  return { ok: false, problem: 'with its variables substituted, it is not a valid object name' }
}

/** Fills the variables of a name. That it is one is checked again: another cluster may have another name. */
export function resolveName(template: string, cluster: ClusterIdentity): ResolvedName {
  if (!template.includes('$')) return asName(template)
  try {
    const expansion = expand(template, lookupIn(nameVariables(cluster)), 'strict')
    if (!expansion.ok) return { ok: false, problem: 'it has a variable that is not allowed in a name' }
    return asName(expansion.text)
  } catch (error) {
    if (!(error instanceof EnvsubstError)) throw error
    return { ok: false, problem: error.reason }
  }
}
