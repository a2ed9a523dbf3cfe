import type { ClassVariable, ClusterClass } from '../cluster-class/read-class.ts'
import { listFirst } from '../text/list-first.ts'
import { type DrawnField, drawField, type FormField, orderOf, uiText, type YamlOnly } from './form-field.ts'
import { atCluster, atVariable, type FormPlace } from './form-place.ts'

/** A form for clusters of one class. */
export interface ClusterForm {
  /** In the order in which they are shown; the first is the cluster itself. */
  readonly sections: readonly FormSection[]
  /** What most people leave as it is. */
  readonly advanced: readonly FormRow[]
  readonly onlyInYaml: readonly YamlOnly[]
  /** Why no cluster of this class can be written, if so. */
  readonly problems: readonly string[]
}

/** Fields that belong together. */
interface FormSection {
  readonly title: string
  readonly rows: readonly FormRow[]
}

/** A field, and where its value stands in the Cluster. */
export interface FormRow {
  readonly place: FormPlace
  readonly field: FormField
}

/** Makes the form of a class. What it does not draw is listed. */
export function clusterForm(found: ClusterClass): ClusterForm {
  const usable = found.variables.filter(({ isConflicting }) => !isConflicting)
  const drawn = usable.map(variable => ({ variable, ...drawVariable(variable) }))
  const rows = drawn.flatMap(({ variable, field }) =>
    field ? [{ row: { place: atVariable(variable.name), field }, schema: variable.schema }] : [],
  )
  const sorted = rows.toSorted((a, b) => orderOf(a.schema) - orderOf(b.schema))
  const isAdvanced = ({ schema }: (typeof rows)[number]) => uiText(schema, 'advanced') === 'true'
  return {
    sections: [
      { title: 'Cluster', rows: clusterRows(found) },
      ...sectionsOf(sorted.filter(one => !isAdvanced(one))),
    ],
    advanced: sorted.filter(isAdvanced).map(({ row }) => row),
    onlyInYaml: drawn.flatMap(({ onlyInYaml }) => onlyInYaml),
    problems: found.variables
      .filter(({ isConflicting }) => isConflicting)
      .map(({ name, from }) => `variable ${name} is defined in different ways by ${listFirst(from)}`),
  }
}

function drawVariable({ name, schema, isRequired }: ClassVariable): DrawnField {
  return drawField(schema, { name, path: [name], isRequired, depth: 0 })
}

interface SchemaRow {
  readonly row: FormRow
  readonly schema: ClassVariable['schema']
}

function sectionsOf(rows: readonly SchemaRow[]): readonly FormSection[] {
  const byTitle = new Map<string, FormRow[]>()
  for (const { row, schema } of rows) {
    const title = uiText(schema, 'group') ?? 'Variables'
    byTitle.set(title, [...(byTitle.get(title) ?? []), row])
  }
  return [...byTitle].map(([title, found]) => ({ title, rows: found }))
}

const VERSION = /^v\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/
const LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/

/** What every Cluster has: its name, its Kubernetes, and how many machines, if the class has machines. */
function clusterRows({ hasControlPlaneMachines, workers }: ClusterClass): readonly FormRow[] {
  const text = { type: 'string', maxLength: 63 }
  return [
    {
      place: atCluster('metadata', 'name'),
      field: fieldOf('name', 'Name', {
        ...text,
        pattern: LABEL.source,
        description: 'Name of the Cluster and of its folder in Git.',
      }),
    },
    {
      place: atCluster('spec', 'topology', 'version'),
      field: fieldOf('version', 'Kubernetes', {
        ...text,
        pattern: VERSION.source,
        example: 'v1.35.4',
        description: 'Version of Kubernetes, with its v.',
      }),
    },
    ...(hasControlPlaneMachines
      ? [
          {
            place: atCluster('spec', 'topology', 'controlPlane', 'replicas'),
            field: fieldOf('replicas', 'Machines of the control plane', {
              ...replicas,
              description: '1, or 3 for a control plane that survives the loss of a machine.',
            }),
          },
        ]
      : []),
    ...workers.map((worker, index) => ({
      place: atCluster('spec', 'topology', 'workers', 'machineDeployments', index, 'replicas'),
      field: fieldOf(`replicas-${worker}`, `Machines of ${worker}`, {
        ...replicas,
        description: `Number of nodes of the class ${worker}.`,
      }),
    })),
  ]
}

const replicas = { type: 'integer', minimum: 0 }

function fieldOf(name: string, title: string, schema: Readonly<Record<string, unknown>>): FormField {
  const { field } = drawField(schema, { name, path: [name], isRequired: true, depth: 0 })
  if (!field) throw new TypeError(`field ${name} cannot be drawn`)
  return { ...field, title }
}
