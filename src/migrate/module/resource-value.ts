import type { Block } from '../hcl/body.ts'
import { evaluate } from '../evaluate/evaluate.ts'
import type { HclScope } from '../evaluate/scope.ts'
import { unknown } from '../evaluate/holes.ts'
import type { Value } from '../evaluate/value.ts'

/** Resources whose attributes are what their block says: what the provider adds is not asked for. */
const plain: ReadonlySet<string> = new Set([
  'kubernetes_namespace',
  'kubernetes_namespace_v1',
  'kubernetes_service_account',
  'kubernetes_service_account_v1',
  'helm_release',
])

/** What a reference to a resource gives, as far as its block says; undefined for other resources. */
export function resourceValue(
  block: Block,
  scope: HclScope,
  once: (compute: () => Value) => Value,
): Value | undefined {
  const [type = ''] = block.labels
  if (!plain.has(type)) return undefined
  const repeats = block.body.attributes.find(({ name }) => name === 'count' || name === 'for_each')
  // With for_each each would have a value of its own.
  if (repeats?.name === 'for_each') return undefined
  return once(() => {
    if (!repeats) return fieldsOf(block, scope)
    const count = evaluate(repeats.value, scope)
    if (typeof count !== 'number' || count > 100) {
      const { file, start, end } = repeats
      return unknown({
        module: scope.module,
        expression: undefined,
        span: { file, start, end },
        isSensitive: false,
        reason: 'only Terraform counts it',
      })
    }
    return Array.from({ length: count }, (_, index) =>
      fieldsOf(block, { ...scope, names: new Map([['count', new Map([['index', index]])]]) }),
    )
  })
}

function fieldsOf(block: Block, scope: HclScope): Value {
  const fields = new Map<string, Value>()
  for (const { name, value } of block.body.attributes) {
    if (name !== 'depends_on') fields.set(name, evaluate(value, scope))
  }
  for (const inner of block.body.blocks) {
    if (inner.type === 'metadata') fields.set('metadata', [fieldsOf(inner, scope)])
  }
  return fields
}
