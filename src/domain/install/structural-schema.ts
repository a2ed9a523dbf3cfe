import * as z from 'zod'

/** A schema as a CustomResourceDefinition takes it. */
export interface StructuralSchema {
  readonly type?: string
  readonly description?: string
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly pattern?: string
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, StructuralSchema>>
  readonly additionalProperties?: StructuralSchema
  readonly items?: StructuralSchema
  readonly 'x-kubernetes-validations'?: readonly { readonly rule: string; readonly message: string }[]
  readonly [keyword: string]: unknown
}

/** Turns a schema of the API into one that an API server accepts as structural. */
export function structuralSchema(schema: z.ZodType): StructuralSchema {
  const structural: Record<string, unknown> = z.toJSONSchema(schema, {
    target: 'openapi-3.0',
    io: 'input',
    reused: 'inline',
    override: ({ jsonSchema }) => makeStructural(jsonSchema),
  })
  return structural
}

type Keywords = Record<string, unknown>

function makeStructural(schema: Keywords): void {
  if (isEmpty(schema['additionalProperties'])) {
    delete schema['additionalProperties']
    schema['x-kubernetes-preserve-unknown-fields'] = true
  }
  if (schema['type'] === 'integer') dropSafeBounds(schema)
}

// What JavaScript can count to says nothing about the field; what Kubernetes can, its format says.
function dropSafeBounds(schema: Keywords): void {
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum']
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum']
  schema['format'] = 'int64'
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}
