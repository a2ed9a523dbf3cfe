import type { ClusterClass } from '../cluster-class/read-class.ts'
import { isFields, itemsIn, partOf, textIn } from '../object/fields.ts'
import { offsetsInWhole } from '../yaml/document/split-documents.ts'
import { isYamlList, valueAt } from '../yaml/edit/checked-edit.ts'
import { locatorOf } from '../yaml/locate.ts'
import { positionsIn } from '../yaml/position.ts'
import { YamlError } from '../yaml/yaml-error.ts'
import type { YamlValue } from '../yaml/yaml-value.ts'
import type { FieldControl, YamlOnly } from './form-field.ts'
import { clusterIn, type FormPlace, yamlPathOf, VARIABLES, variablesOf } from './form-place.ts'

/** What a text means for a form. A text that does not read makes the form read-only, and nothing of it is lost. */
export type FormReading =
  | {
      readonly ok: true
      readonly cluster: YamlValue
      /** The name of its ClusterClass; empty for a cluster without one. */
      readonly className: string
      /** The value of a place; undefined where the text has none. */
      readonly valueAt: (place: FormPlace) => YamlValue | undefined
      /** The line of a place, or of what is nearest around it. */
      readonly lineOf: (place: FormPlace) => number
      readonly variables: ReadonlyMap<string, YamlValue>
      /** What the text has and no field shows. */
      readonly onlyInYaml: readonly YamlOnly[]
    }
  | { readonly ok: false; readonly line: number; readonly column: number; readonly reason: string }

/** Reads a text for a form. */
export function readForm(text: string, found: ClusterClass | undefined): FormReading {
  try {
    const { cluster, others } = clusterIn(text)
    if (!cluster) return { ok: false, line: 1, column: 1, reason: 'there is no Cluster in it' }
    const { value, document } = cluster
    const locate = locatorOf(document.text)
    const inWhole = offsetsInWhole(text, document)
    const positions = positionsIn(text)
    return {
      ok: true,
      cluster: value,
      className: classNameIn(value),
      valueAt: place => {
        const path = yamlPathOf(value, place)
        return path && valueAt(value, path)
      },
      lineOf: place => {
        const path = yamlPathOf(value, place) ?? VARIABLES
        for (let length = path.length; length >= 0; length--) {
          const at = locate(path.slice(0, length), typeof path[length - 1] === 'number' ? 'value' : 'key')
          if (at) return positions(inWhole(at.offset)).line
        }
        return 1
      },
      variables: variablesOf(value),
      onlyInYaml: [
        ...unshown(value, found),
        ...others.map(({ value: other }) => ({
          path: [`${textIn(other, 'kind')} ${textIn(partOf(other, 'metadata'), 'name')}`],
          because: 'it is another object',
        })),
      ],
    }
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    return { ok: false, line: error.line, column: error.column, reason: error.reason }
  }
}

function classNameIn(cluster: YamlValue): string {
  const topology = isFields(cluster) ? partOf(partOf(cluster, 'spec'), 'topology') : {}
  // The second is how v1beta1 writes it.
  return textIn(partOf(topology, 'classRef'), 'name') || textIn(topology, 'class')
}

const shownInTopology = new Set(['class', 'classRef', 'version', 'variables', 'controlPlane', 'workers'])

function unshown(cluster: YamlValue, found: ClusterClass | undefined): readonly YamlOnly[] {
  const spec = isFields(cluster) ? partOf(cluster, 'spec') : {}
  const topology = partOf(spec, 'topology')
  return [
    ...Object.keys(spec)
      .filter(key => key !== 'topology')
      .map(key => only(['spec', key])),
    ...Object.keys(topology)
      .filter(key => !shownInTopology.has(key))
      .map(key => only(['spec', 'topology', key])),
    ...(['controlPlane', 'workers'] as const).flatMap(part =>
      Object.keys(partOf(topology, part))
        .filter(key => key !== 'replicas' && key !== 'machineDeployments')
        .map(key => only(['spec', 'topology', part, key])),
    ),
    ...itemsIn(topology, 'variables')
      .map(one => textIn(one, 'name'))
      .filter(name => found && !found.variables.some(variable => variable.name === name))
      .map(name => ({ path: [name], because: 'the class has no such variable' })),
  ]
}

function only(path: readonly string[]): YamlOnly {
  return { path, because: 'the form has no field for it' }
}

/** Whether a field can show a value; otherwise people edit it as YAML. */
export function canShow(control: FieldControl, value: YamlValue | undefined): boolean {
  if (value === undefined || value === null) return true
  if (control.kind === 'list') return isYamlList(value) && value.every(item => canShow(control.item, item))
  if (control.kind === 'map')
    return isFields(value) && Object.values(value).every(item => canShow(control.value, item))
  if (control.kind === 'group') return isFields(value)
  if (control.kind === 'switch') return typeof value === 'boolean'
  return typeof value !== 'object'
}
