import { isFields } from '../object/fields.ts'

/** A schema of a variable, as Cluster API takes it. */
export type VariableSchema = Readonly<Record<string, unknown>>

/** A variable that a class has. */
export interface ClassVariable {
  readonly name: string
  readonly isRequired: boolean
  readonly schema: VariableSchema
  /** Who defines it: the class itself, `inline`, and extensions by their names. */
  readonly from: readonly string[]
  /** Whether those define it in different ways: Cluster API then takes no value for it. */
  readonly isConflicting: boolean
}

/** What a ClusterClass asks of a cluster. */
export interface ClusterClass {
  readonly name: string
  readonly namespace: string | undefined
  readonly variables: readonly ClassVariable[]
  readonly hasControlPlaneMachines: boolean
  readonly workers: readonly string[]
}

/** Reads a ClusterClass; undefined for any other object. On a live one, the variables of its extensions count, too. */
export function readClass(object: unknown): ClusterClass | undefined {
  if (!isFields(object) || object['kind'] !== 'ClusterClass') return undefined
  if (!String(object['apiVersion']).startsWith('cluster.x-k8s.io/')) return undefined
  const [metadata, spec, status] = [
    fields(object['metadata']),
    fields(object['spec']),
    fields(object['status']),
  ]
  const inline = list(spec['variables']).flatMap(value => variableOf(value, ['inline']))
  const live = list(status['variables']).flatMap(liveVariableOf)
  const byName = new Map(live.map(variable => [variable.name, variable]))
  const known = new Set(inline.map(({ name }) => name))
  const { namespace } = metadata
  return {
    name: String(metadata['name']),
    namespace: typeof namespace === 'string' ? namespace : undefined,
    variables: [
      ...inline.map(variable => withSources(variable, byName.get(variable.name))),
      ...live.filter(({ name }) => !known.has(name)),
    ],
    hasControlPlaneMachines: isFields(fields(spec['controlPlane'])['machineInfrastructure']),
    workers: list(fields(spec['workers'])['machineDeployments']).map(worker =>
      String(fields(worker)['class']),
    ),
  }
}

function variableOf(value: unknown, from: readonly string[]): readonly ClassVariable[] {
  const { name, required, schema } = fields(value)
  if (typeof name !== 'string') return []
  return [
    {
      name,
      isRequired: required === true,
      schema: fields(fields(schema)['openAPIV3Schema']),
      from,
      isConflicting: false,
    },
  ]
}

// Each definition of a variable says where it is from.
function liveVariableOf(value: unknown): readonly ClassVariable[] {
  const { name, definitions, definitionsConflict } = fields(value)
  const found = list(definitions).map(fields)
  const from = found.map(definition => String(definition['from']))
  return found
    .slice(0, 1)
    .flatMap(definition => variableOf({ ...definition, name }, from))
    .map(variable => ({ ...variable, isConflicting: definitionsConflict === true }))
}

// The class says what a variable is; its status knows who else does.
function withSources(variable: ClassVariable, live: ClassVariable | undefined): ClassVariable {
  return live ? { ...variable, from: live.from, isConflicting: live.isConflicting } : variable
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
  return isFields(value) ? value : {}
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
