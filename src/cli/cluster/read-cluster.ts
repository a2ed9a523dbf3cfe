import type { ClusterClass } from '../../domain/cluster-class/read-class.ts'
import { checkRules } from '../../domain/cluster-class/check-rules.ts'
import { checkVariables } from '../../domain/cluster-class/check-variables.ts'
import { formatValueProblem, type ValueProblem } from '../../domain/cluster-class/check-value.ts'
import {
  type VariableAssignment,
  assign,
  readAssignment,
} from '../../domain/cluster-class/read-assignment.ts'
import { EnvsubstError } from '../../domain/envsubst/envsubst-error.ts'
import { processTemplate } from '../../domain/envsubst/clusterctl/process-template.ts'
import { formatPath } from '../../domain/envsubst/object-path.ts'
import { isFields } from '../../domain/object/fields.ts'
import { counted } from '../../domain/text/counted.ts'
import { readDocuments } from '../../domain/yaml/document/read-documents.ts'
import { type Locator, locatorOf } from '../../domain/yaml/locate.ts'
import { readStrictYaml } from '../../domain/yaml/read-go-yaml.ts'
import { YamlError } from '../../domain/yaml/yaml-error.ts'
import type { YamlValue } from '../../domain/yaml/yaml-value.ts'
import type { NewCluster } from '../../scaffold/cluster/cluster-object.ts'
import type { YamlManifest } from '../../scaffold/write/yaml-file.ts'
import { Refusal } from '../command/refusal.ts'
import type { Io } from '../io/io.ts'
import { placeFrom } from '../io/place.ts'
import { readPlace } from '../repository/write-files.ts'

/** Values of a cluster, and the file that they come from. */
export interface GivenValues {
  readonly values: ReadonlyMap<string, YamlValue>
  readonly assignments: readonly VariableAssignment[]
  /** Says where a value of the file stands. */
  readonly place: ((path: readonly (string | number)[]) => string | undefined) | undefined
}

/** Reads `--set` and the file of `-f`. */
export function readVariableValues(set: readonly string[], file: string | undefined, io: Io): GivenValues {
  const assignments = set.map(word => {
    const assignment = readAssignment(word)
    if (assignment) return assignment
    throw new Refusal(`flag "--set": ${JSON.stringify(word)} is not name=value`, { exitCode: 2 })
  })
  if (file === undefined) return { values: new Map(), assignments, place: undefined }
  const { text, value } = readYamlFile(file, io)
  if (!isFields(value))
    throw new Refusal(`${file}:1:1: it must be a mapping of variables to values`, { exitCode: 2 })
  const locate = locatorOf(text)
  return { values: new Map(Object.entries(value)), assignments, place: path => placeIn(file, locate, path) }
}

/** What a cluster of a class is made from. Refuses variables that the class does not take, each with its place. */
export function fromClass(found: ClusterClass, given: GivenValues, io: Io): NewCluster['from'] {
  const values = assign(given.values, given.assignments, found)
  const rules = checkRules(values, found)
  const problems = [...checkVariables(values, found), ...rules.problems]
  for (const problem of problems) io.say(`${whereIs(problem, given)}: ${formatValueProblem(problem)}`)
  if (problems.length > 0) {
    throw new Refusal(
      `class ${found.name} does not take these variables: ${counted(problems.length, 'problem')}`,
      { exitCode: 2 },
    )
  }
  for (const { path, rule } of rules.unchecked)
    io.say(`note: variable ${formatPath(path)}: the API server checks this rule after the merge: ${rule}`)
  const { name, hasControlPlaneMachines, workers } = found
  const variables = [...values].map(([variable, value]) => ({ name: variable, value }))
  return { kind: 'class', shape: { name, hasControlPlaneMachines, workers }, variables }
}

function whereIs({ path, message }: ValueProblem, { assignments, place }: GivenValues): string {
  const [name] = path
  const isSet = assignments.some(assignment => assignment.path[0] === name)
  if (!isSet) return place?.(path) ?? (message === 'is required' ? 'flag "--set"' : 'variables')
  const typed = assignments.findLast(assignment => assignment.path[0] === name)
  return `flag "--set ${typed?.path.join('.')}"`
}

function placeIn(file: string, locate: Locator, path: readonly (string | number)[]): string | undefined {
  for (let length = path.length; length > 0; length--) {
    const found = locate(path.slice(0, length), 'key')
    if (found) return `${file}:${found.line}:${found.column}`
  }
  return undefined
}

/** What a cluster of a template is made from: filled in as clusterctl does. */
export function fromTemplate(
  file: string,
  variables: ReadonlyMap<string, string>,
  io: Io,
): NewCluster['from'] {
  const text = textOf(file, io)
  try {
    const filled = processTemplate(text, name => variables.get(name))
    if (!filled.ok) {
      for (const { name, line, column } of filled.missing)
        io.say(`${file}:${line}:${column}: variable ${name} is not set`)
      throw new Refusal(`cannot fill ${file}: ${counted(filled.missing.length, 'variable')} not set`, {
        exitCode: 2,
        fix: `give ${filled.missing.length === 1 ? 'it' : 'them'} with --set ${filled.missing[0]?.name}=…`,
      })
    }
    return { kind: 'manifests', objects: clusterObjects(file, filled.text) }
  } catch (error) {
    if (error instanceof EnvsubstError)
      throw new Refusal(`cannot fill ${file}: ${error.message}`, { exitCode: 2 })
    throw error
  }
}

function clusterObjects(file: string, text: string): readonly YamlManifest[] {
  const objects = readDocuments(text).map(({ value }) => value)
  const clusters = objects.filter(({ kind }) => kind === 'Cluster')
  if (clusters.length !== 1)
    throw new Refusal(`${file} must hold one Cluster, and holds ${clusters.length}`, { exitCode: 2 })
  const secret = objects.find(({ kind }) => kind === 'Secret')
  if (secret) {
    throw new Refusal(
      `${file} holds a Secret that is not encrypted, and everyone with access to the repository could read it`,
      {
        exitCode: 2,
        fix: 'encrypt it with SOPS and put it beside the Cluster afterwards, or let External Secrets make it',
      },
    )
  }
  return objects
}

/** Reads a file of YAML that the user named. */
function readYamlFile(file: string, io: Io): { readonly text: string; readonly value: YamlValue } {
  const text = textOf(file, io)
  try {
    return { text, value: readStrictYaml(text) }
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    throw new Refusal(`${file}:${error.line}:${error.column}: ${error.reason}`, { exitCode: 2 })
  }
}

function textOf(file: string, io: Io): string {
  const text = readPlace(placeFrom(io.cwd(), file))
  if (text === undefined) throw new Refusal(`cannot read ${file}: it does not exist`, { exitCode: 2 })
  return text
}
