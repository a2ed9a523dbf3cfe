import { isFields } from '../object/fields.ts'

/** A schema of a variable, as Cluster API takes it. */
export type VariableSchema = Readonly<Record<string, unknown>>

/** A variable that a class has. */
interface ClassVariable {
  readonly name: string
  readonly isRequired: boolean
  readonly schema: VariableSchema
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
  const inline = list(spec['variables']).flatMap(variableOf)
  const live = list(status['variables']).flatMap(liveVariableOf)
  const known = new Set(inline.map(({ name }) => name))
  const { namespace } = metadata
  return {
    name: String(metadata['name']),
    namespace: typeof namespace === 'string' ? namespace : undefined,
    variables: [...inline, ...live.filter(({ name }) => !known.has(name))],
    hasControlPlaneMachines: isFields(fields(spec['controlPlane'])['machineInfrastructure']),
    workers: list(fields(spec['workers'])['machineDeployments']).map(worker =>
      String(fields(worker)['class']),
    ),
  }
}

function variableOf(value: unknown): readonly ClassVariable[] {
  const { name, required, schema } = fields(value)
  if (typeof name !== 'string') return []
  return [{ name, isRequired: required === true, schema: fields(fields(schema)['openAPIV3Schema']) }]
}

// Each definition of a variable says where it is from; Cluster API refuses a class whose definitions differ.
function liveVariableOf(value: unknown): readonly ClassVariable[] {
  const { name, definitions } = fields(value)
  return list(definitions)
    .slice(0, 1)
    .flatMap(definition => variableOf({ ...fields(definition), name }))
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
  return isFields(value) ? value : {}
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
