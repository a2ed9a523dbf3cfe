import { describe, expect, test } from 'vitest'
import { aConfiguration } from '#test/migrate/configuration.ts'
import { expressionFiles, knownExpressions } from '#test/migrate/expressions.ts'
import { isUnknown, isValueList, isValueMap, type Value } from './value.ts'

const FILES = Object.fromEntries(
  Object.entries(expressionFiles).map(([name, text]) => [`root/${name}`, text]),
)

function valueOf(expression: string, more = ''): Value {
  const text = `locals {\n  x = ${expression}\n}\n${more}`
  const { root } = aConfiguration({ ...FILES, 'root/main.tf': text })
  const attribute = root.source.locals.get('x')
  if (!attribute) throw new Error('there is no x')
  const resolved = root.scope.resolve('local', 'x', attribute.value)
  if (resolved.kind === 'unknown') throw new Error(resolved.reason)
  return resolved.value
}

/** A value as a test compares it; what only Terraform knows is its expression. */
function shown(value: Value): unknown {
  if (isUnknown(value)) return { unknown: value.hole.expression }
  if (isValueList(value)) return value.map(shown)
  return isValueMap(value) ? Object.fromEntries([...value].map(([key, item]) => [key, shown(item)])) : value
}

describe('Evaluates as Terraform does:', () => {
  for (const [expression, want] of knownExpressions) {
    test(expression, () => expect(shown(valueOf(expression))).toEqual(want))
  }
})

describe('Leaves to Terraform what only it knows:', () => {
  const cases: readonly (readonly [string, unknown])[] = [
    ['module.eks.cluster_name', { unknown: 'module.eks.cluster_name' }],
    ['aws_iam_role.a[0].arn', { unknown: 'aws_iam_role.a[0].arn' }],
    ['upper(var.a)', { unknown: 'upper(var.a)' }],
    ['cidrsubnet("10.0.0.0/8", 8, 1)', { unknown: 'cidrsubnet("10.0.0.0/8", 8, 1)' }],
    ['replace("a", "/b/", "c")', { unknown: 'replace("a", "/b/", "c")' }],
    ['0.1 + 0.2', { unknown: '0.1 + 0.2' }],
    ['12345678901234567890', { unknown: '12345678901234567890' }],
    [
      '[for z in ["a", "b"] : aws_subnet.x[z].id]',
      [{ unknown: 'aws_subnet.x["a"].id' }, { unknown: 'aws_subnet.x["b"].id' }],
    ],
    ['var.secret', { unknown: 'var.secret' }],
    ['sensitive("x")', { unknown: 'sensitive("x")' }],
    ['var.secret == "" ? 1 : 2', { unknown: 'var.secret == "" ? 1 : 2' }],
    ['{ a = var.a, b = 1 }', { a: { unknown: 'var.a' }, b: 1 }],
    ['merge({ a = var.a }, { b = 1 }).b', 1],
    ['false && var.a', false],
    ['length(compact(["x${var.a}", ""]))', 1],
    ['compact([var.a])', { unknown: 'compact([var.a])' }],
    ['kubernetes_namespace.n.metadata[0].name', 'apps'],
    ['kubernetes_namespace.n.metadata[0].uid', { unknown: 'kubernetes_namespace.n.metadata[0].uid' }],
    ['file("../outside")', { unknown: 'file("../outside")' }],
  ]
  const more =
    'variable "a" {}\nvariable "secret" {\n  default   = "hidden"\n  sensitive = true\n}\nresource "kubernetes_namespace" "n" {\n  metadata {\n    name = "apps"\n  }\n}\n'
  for (const [expression, want] of cases) {
    test(expression, () => expect(shown(valueOf(expression, more))).toEqual(want))
  }
})

test('A template file sees its variables, and marks what is not known in them', () => {
  const value = valueOf(
    'templatefile("values.tftpl", { name = "n", zones = ["a", "b"], role = module.r.arn })',
  )
  expect(typeof value === 'string' ? value : '').toMatch(
    /^name: n\n    - a\n    - b\nrole: \uFDD0\d+\uFDD1\n$/,
  )
})

test('What is not known in an expression with try is left to Terraform', () => {
  expect(shown(valueOf('try(local.none.a, "else")'))).toEqual({ unknown: 'try(local.none.a, "else")' })
})

test('A variable has the type that it says, with what is optional in it', () => {
  const type = 'object({ name = string, port = optional(number, 80), tags = optional(list(string)) })'
  const more = `variable "o" {\n  type    = ${type}\n  default = { name = 5 }\n}\n`
  expect(shown(valueOf('var.o', more))).toEqual({ name: '5', port: 80, tags: null })
})

test('Locals that refer to each other in a cycle are an error with its place', () => {
  expect(() => valueOf('local.y', 'locals {\n  y = local.z\n  z = "${local.x}"\n}\n')).toThrow(
    /^root\/main\.tf:\d+:\d+: local\.x refers to itself: local\.x → local\.y → local\.z → local\.x$/,
  )
})
