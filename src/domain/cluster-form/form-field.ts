import type { VariableSchema } from '../cluster-class/read-class.ts'
import { type Fields, isFields, numberIn, partOf, textIn, textsIn } from '../object/fields.ts'
import { inBrackets } from '../yaml/edit/replace-node.ts'
import type { ScalarValue } from '../yaml/scalar/resolve-scalar.ts'
import type { YamlValue } from '../yaml/yaml-value.ts'

/** One field of a form: what it is called, what it is for, and how it is filled in. */
export interface FormField {
  /** Of the variable, or of the property that it is. */
  readonly name: string
  readonly title: string
  readonly help: string
  readonly isRequired: boolean
  /** A sample value, for an empty field. */
  readonly example: string | undefined
  /** What Cluster API takes for a field that is left empty. It is shown and not written. */
  readonly ghost: string | undefined
  readonly control: FieldControl
  readonly schema: VariableSchema
}

/** How a value is filled in. */
export type FieldControl =
  | {
      readonly kind: 'text'
      readonly pattern: string | undefined
      readonly minLength: number | undefined
      readonly maxLength: number | undefined
    }
  | {
      readonly kind: 'number'
      readonly isWhole: boolean
      readonly minimum: number | undefined
      readonly maximum: number | undefined
    }
  /** A port: a whole number or a name. */
  | { readonly kind: 'number or text' }
  | { readonly kind: 'switch' }
  | { readonly kind: 'choice'; readonly look: 'radio' | 'list'; readonly options: readonly ScalarValue[] }
  | { readonly kind: 'list'; readonly item: FieldControl; readonly itemSchema: VariableSchema }
  | { readonly kind: 'map'; readonly value: FieldControl; readonly valueSchema: VariableSchema }
  | { readonly kind: 'group'; readonly fields: readonly FormField[] }

/** What a form does not draw, and why. It stays in the YAML. */
export interface YamlOnly {
  readonly path: readonly string[]
  readonly because: string
}

/** A field, and the parts of it that stay in the YAML; without a field, all of it does. */
export interface DrawnField {
  readonly field: FormField | undefined
  readonly onlyInYaml: readonly YamlOnly[]
}

/** Groups inside of groups up to here are drawn: what is deeper is easier to read as YAML. */
const MOST_GROUPS = 3
const MOST_RADIO_BUTTONS = 5

interface Naming {
  readonly name: string
  readonly path: readonly string[]
  readonly isRequired: boolean
  readonly depth: number
}

/** Draws a variable or a property by its schema. */
export function drawField(schema: VariableSchema, naming: Naming): DrawnField {
  const drawn = controlOf(schema, naming)
  if ('because' in drawn)
    return { field: undefined, onlyInYaml: [{ path: naming.path, because: drawn.because }] }
  const given = schema['default']
  const field: FormField = {
    name: naming.name,
    title: uiText(schema, 'title') ?? naming.name,
    help: textIn(schema, 'description'),
    isRequired: naming.isRequired && given === undefined,
    example: shownValue(schema['example']),
    ghost: shownValue(given),
    control: drawn.control,
    schema,
  }
  return { field, onlyInYaml: drawn.onlyInYaml }
}

/** An annotation `fitout.dev/ui-…` of a schema. */
export function uiText(schema: VariableSchema, name: string): string | undefined {
  const annotations = partOf(partOf(schema, 'x-metadata'), 'annotations')
  const text = textIn(annotations, `fitout.dev/ui-${name}`).trim()
  return text === '' ? undefined : text
}

/** A value as a person would type it; undefined if there is none. */
export function shownValue(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string') return value
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a schema is JSON
  return inBrackets(value as YamlValue)
}

type Drawn =
  | { readonly control: FieldControl; readonly onlyInYaml: readonly YamlOnly[] }
  | { readonly because: string }

function controlOf(schema: VariableSchema, naming: Naming): Drawn {
  if (textIn(schema, 'format') === 'password')
    return { because: 'a secret does not belong in Git: put it into a Secret, and give the name of that' }
  const options = schema['enum']
  if (Array.isArray(options) && options.length > 0) return choice(options)
  if (schema['x-kubernetes-int-or-string'] === true) return simple({ kind: 'number or text' })
  switch (textIn(schema, 'type')) {
    case 'string':
      return simple({
        kind: 'text',
        pattern: textIn(schema, 'pattern') || undefined,
        minLength: limitIn(schema, 'minLength'),
        maxLength: limitIn(schema, 'maxLength'),
      })
    case 'integer':
    case 'number':
      return simple({
        kind: 'number',
        isWhole: schema['type'] === 'integer',
        minimum: limitIn(schema, 'minimum'),
        maximum: limitIn(schema, 'maximum'),
      })
    case 'boolean':
      return simple({ kind: 'switch' })
    case 'array':
      return rows(schema['items'], naming, (item, itemSchema) => ({ kind: 'list', item, itemSchema }))
    case 'object':
      return objectControl(schema, naming)
    default:
      return { because: 'the class does not say what type it is' }
  }
}

function simple(control: FieldControl): Drawn {
  return { control, onlyInYaml: [] }
}

function choice(options: readonly unknown[]): Drawn {
  const scalars = options.filter(isScalarOption)
  if (scalars.length < options.length) return { because: 'its choices are lists or objects' }
  const look = options.length <= MOST_RADIO_BUTTONS ? 'radio' : 'list'
  return simple({ kind: 'choice', look, options: scalars })
}

function isScalarOption(value: unknown): value is ScalarValue {
  return value === null || ['string', 'number', 'boolean', 'bigint'].includes(typeof value)
}

function objectControl(schema: VariableSchema, naming: Naming): Drawn {
  const properties = Object.entries(partOf(schema, 'properties'))
  if (properties.length === 0)
    return rows(schema['additionalProperties'], naming, (value, valueSchema) => ({
      kind: 'map',
      value,
      valueSchema,
    }))
  if (naming.depth >= MOST_GROUPS) return { because: `it has more than ${MOST_GROUPS} levels` }
  const required = textsIn(schema, 'required')
  const drawn = properties.map(([name, inner]) =>
    drawField(isFields(inner) ? inner : {}, {
      name,
      path: [...naming.path, name],
      isRequired: required.includes(name),
      depth: naming.depth + 1,
    }),
  )
  const fields = drawn.flatMap(({ field }) => field ?? [])
  const onlyInYaml = drawn.flatMap(one => one.onlyInYaml)
  if (fields.length === 0) return { because: onlyInYaml[0]?.because ?? 'none of its fields can be drawn' }
  return { control: { kind: 'group', fields: sortFields(fields) }, onlyInYaml }
}

function rows(
  inner: unknown,
  naming: Naming,
  control: (part: FieldControl, schema: VariableSchema) => FieldControl,
): Drawn {
  if (!isFields(inner)) return { because: 'the class does not say what is in it' }
  // A row that holds rows again has no place on a line.
  const drawn = controlOf(inner, { ...naming, path: [...naming.path, '*'], depth: naming.depth + 1 })
  if ('because' in drawn) return drawn
  if (drawn.control.kind === 'list' || drawn.control.kind === 'map')
    return { because: 'it is a list or a map of others' }
  return { control: control(drawn.control, inner), onlyInYaml: drawn.onlyInYaml }
}

/** Fields by their annotation `fitout.dev/ui-order`, and those without one behind them as they come. */
function sortFields(fields: readonly FormField[]): readonly FormField[] {
  return fields.toSorted((a, b) => orderOf(a.schema) - orderOf(b.schema))
}

/** Where a field comes among others. */
export function orderOf(schema: VariableSchema): number {
  const order = Number(uiText(schema, 'order') ?? Number.NaN)
  return Number.isFinite(order) ? order : Number.MAX_SAFE_INTEGER
}

function limitIn(schema: Fields, name: string): number | undefined {
  return typeof schema[name] === 'number' ? numberIn(schema, name) : undefined
}
