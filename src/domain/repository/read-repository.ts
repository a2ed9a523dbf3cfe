import { ownFactsProblems } from '../compat/own-facts.ts'
import { dns1123LabelProblems } from '../names/dns-name.ts'
import { readStrictYaml } from '../yaml/read-go-yaml.ts'
import { type Locator, locatorOf } from '../yaml/locate.ts'
import { YamlError } from '../yaml/yaml-error.ts'
import { type ApiProblem, formatApiProblem } from '../validation/api-problem.ts'
import { describeIssue } from '../validation/describe-issue.ts'
import { unknownFields } from '../validation/unknown-fields.ts'
import { type RepositoryFile, repositorySchema } from './repository-schema.ts'

/** Something that is wrong in a file, and where. */
export interface FileProblem {
  readonly line: number
  readonly column: number
  readonly message: string
}

/** A file that can be used, or what is wrong with it. */
export type RepositoryReading =
  | { readonly ok: true; readonly repository: RepositoryFile }
  | { readonly ok: false; readonly problems: readonly FileProblem[] }

/** Reads the text of fitout.yaml. Every problem has its place. */
export function readRepository(text: string): RepositoryReading {
  try {
    const { repository, problems } = checkRepository(readStrictYaml(text))
    if (repository && problems.length === 0) return { ok: true, repository }
    return { ok: false, problems: locateProblems(problems, locatorOf(text)) }
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    return { ok: false, problems: [{ line: error.line, column: error.column, message: error.reason }] }
  }
}

/** Checks what fitout.yaml says, or will say. Without a repository there is at least one problem. */
export function checkRepository(value: unknown): {
  readonly repository: RepositoryFile | undefined
  readonly problems: readonly ApiProblem[]
} {
  const { data, error } = repositorySchema.safeParse(value, { reportInput: true })
  const shape = [...(error?.issues.map(describeIssue) ?? []), ...unknownFields(repositorySchema, value)]
  return { repository: data, problems: [...shape, ...(data ? ruleProblems(data) : [])] }
}

/** Gives each problem the place of its field or, if that is missing, of what it is missing in. */
export function locateProblems(problems: readonly ApiProblem[], locate: Locator): readonly FileProblem[] {
  return problems.map(problem => ({ ...placeOf(problem, locate), message: formatApiProblem(problem) }))
}

function placeOf({ code, path }: ApiProblem, locate: Locator): Omit<FileProblem, 'message'> {
  for (let length = path.length; length >= 0; length--) {
    const isField = code === 'UNKNOWN_FIELD' && length === path.length
    const place = locate(path.slice(0, length), isField ? 'key' : 'value')
    if (place) return { line: place.line, column: place.column }
  }
  return { line: 1, column: 1 }
}

// The name of an environment is a folder, and a namespace unless it says otherwise. `mgmt` and `flux-common` are folders, too.
const takenNames: ReadonlySet<string> = new Set(['flux-common', 'mgmt', 'tmp-mgmt', 'hub'])

function ruleProblems(repository: RepositoryFile): readonly ApiProblem[] {
  return [...environmentProblems(repository), ...factProblems(repository)]
}

function factProblems({ compat }: RepositoryFile): readonly ApiProblem[] {
  return ownFactsProblems(compat?.facts ?? []).map(({ path, message }) => ({
    code: 'BAD_VERSION',
    path: ['compat', 'facts', ...path],
    message,
  }))
}

function environmentProblems({ environments, managementCluster }: RepositoryFile): readonly ApiProblem[] {
  return Object.keys(environments).flatMap((name): readonly ApiProblem[] => {
    const [problem] = dns1123LabelProblems(name)
    if (problem !== undefined) {
      return [{ code: 'BAD_NAME', path: ['environments', name], message: `is not a DNS label: ${problem}` }]
    }
    if (!takenNames.has(name) && name !== managementCluster) return []
    const message = 'is the name of a folder below clusters/ that is reserved: choose another name'
    return [{ code: 'BAD_NAME', path: ['environments', name], message }]
  })
}
