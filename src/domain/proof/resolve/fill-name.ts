import { NAME_VARIABLES } from '../../api/api-names.ts'
import { EnvsubstError } from '../../envsubst/envsubst-error.ts'
import { expand, lookupIn } from '../../envsubst/expand.ts'
import type { ObjectPath } from '../../envsubst/object-path.ts'
import { dns1123LabelProblems, dns1123SubdomainProblems } from '../../names/dns-name.ts'
import type { Report } from './proof-problem.ts'

/** What may stand in the names of objects: which cluster it is. */
export type NameVariables = Readonly<Record<(typeof NAME_VARIABLES)[number], string>>

/** What names are filled with, and who hears of those that come to nothing. */
export interface FilledName {
  readonly variables: NameVariables
  readonly report: Report
}

/** A name as it stands in a proof. */
export interface NameTemplate {
  readonly text: string
  readonly path: ObjectPath
  readonly use: 'name' | 'namespace'
}

/** Fills the variables of a name; undefined, and reported, if no name comes of it. */
export function fillName({ text, path, use }: NameTemplate, filling: FilledName): string | undefined {
  const name = expandName(text, path, filling)
  if (name === undefined) return undefined
  const [problem] = use === 'namespace' ? dns1123LabelProblems(name) : dns1123SubdomainProblems(name)
  if (problem === undefined) return name
  filling.report('BAD_NAME', path, problem)
  return undefined
}

function expandName(text: string, path: ObjectPath, { variables, report }: FilledName): string | undefined {
  if (!text.includes('$')) return text
  try {
    const expansion = expand(text, lookupIn(variables), 'strict')
    if (expansion.ok) return expansion.text
    const [unset] = expansion.unset
    const known = NAME_VARIABLES.join(' and ')
    report('BAD_TEMPLATE', path, `"${unset?.name ?? ''}" is not allowed in a name; only ${known}`)
  } catch (error) {
    if (!(error instanceof EnvsubstError)) throw error
    report('BAD_TEMPLATE', path, `column ${error.column}: ${error.reason}`)
  }
  return undefined
}
