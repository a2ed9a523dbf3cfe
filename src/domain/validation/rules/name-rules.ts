import { EnvsubstError } from '../../envsubst/envsubst-error.ts'
import { expand, lookupIn } from '../../envsubst/expand.ts'
import type { ObjectPath } from '../../envsubst/object-path.ts'
import { type VariableUse, scanVariables } from '../../envsubst/scan-variables.ts'
import { dns1123LabelProblems, dns1123SubdomainProblems } from '../../names/dns-name.ts'
import { NAME_VARIABLES, RESERVED_SECRET_SUFFIXES } from '../../api/api-names.ts'
import type { ApiProblem } from '../api-problem.ts'
import type { Fitout } from '../../api/schema/fitout-schema.ts'
import { placedSteps, problemAt } from './rule.ts'

interface Template {
  readonly text: string
  readonly path: ObjectPath
  readonly use: 'name' | 'namespace' | 'source'
}

/** Names with variables in them must become names. */
export function badName(fitout: Fitout): readonly ApiProblem[] {
  return templatesIn(fitout).flatMap(template => templateProblems(template))
}

/** Returns whether Cluster API keeps keys or credentials under such a name. Ask again once the variables are filled. */
export function isReservedSecret(name: string): boolean {
  return RESERVED_SECRET_SUFFIXES.some(suffix => name.endsWith(suffix))
}

function templatesIn(fitout: Fitout): readonly Template[] {
  return placedSteps(fitout).flatMap(({ step, path }) => [
    ...named(step.resourceSets, [...path, 'resourceSets']),
    ...named(step.render, [...path, 'render']),
    ...(step.handOver ?? []).flatMap(({ from, to }, index): readonly Template[] => [
      { text: from.secret, path: [...path, 'handOver', index, 'from', 'secret'], use: 'source' },
      { text: to.secret, path: [...path, 'handOver', index, 'to', 'secret'], use: 'name' },
    ]),
    ...(step.proof.objects ?? []).flatMap(({ name, namespace }, index) => {
      const at = [...path, 'proof', 'objects', index]
      return [
        ...(name === undefined ? [] : [{ text: name, path: [...at, 'name'], use: 'name' } as const]),
        ...(namespace === undefined
          ? []
          : [{ text: namespace, path: [...at, 'namespace'], use: 'namespace' } as const]),
      ]
    }),
  ])
}

function named(texts: readonly string[] = [], path: ObjectPath): readonly Template[] {
  return texts.map((text, index) => ({ text, path: [...path, index], use: 'name' }))
}

// Any names would do: a template is wrong if it is wrong for these.
const example = lookupIn({ CLUSTER_NAME: 'blue', CLUSTER_NAMESPACE: 'default' })

function templateProblems({ text, path, use }: Template): readonly ApiProblem[] {
  try {
    const foreign = scanVariables(text).filter(isForeign)
    if (foreign.length > 0)
      return foreign.flatMap(({ name }) => problemAt('UNKNOWN_VARIABLE', path, unknownVariable(name)))
    const expansion = expand(text, example, 'strict')
    return expansion.ok ? nameProblems(expansion.text, path, use) : []
  } catch (error) {
    if (!(error instanceof EnvsubstError)) throw error
    return problemAt('BAD_TEMPLATE', path, `column ${error.column}: ${error.reason}`)
  }
}

function nameProblems(name: string, path: ObjectPath, use: Template['use']): readonly ApiProblem[] {
  const problems = use === 'namespace' ? dns1123LabelProblems(name) : dns1123SubdomainProblems(name)
  const [problem] = problems
  if (problem !== undefined) return problemAt('BAD_NAME', path, problem)
  if (use !== 'source' || !isReservedSecret(name)) return []
  return problemAt(
    'RESERVED_SECRET',
    path,
    'must not be a Secret in which Cluster API keeps keys or credentials',
  )
}

const variables: ReadonlySet<string> = new Set(NAME_VARIABLES)

function isForeign({ name }: VariableUse): boolean {
  return !variables.has(name)
}

function unknownVariable(name: string): string {
  return `"${name}" is not allowed in a name; only ${NAME_VARIABLES.join(' and ')}`
}
