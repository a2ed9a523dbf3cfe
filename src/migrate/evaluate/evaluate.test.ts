import { describe, expect, test } from 'vitest'
import { aConfiguration } from '#test/migrate/configuration.ts'
import { isUnknown, isValueList, isValueMap, type Value } from './value.ts'

const FILES = {
  'root/values.yaml': 'replicas: 2\n',
  'root/values.tftpl': 'name: ${name}\n%{ for zone in zones ~}\n- ${zone}\n%{ endfor ~}\nrole: ${role}\n',
}

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
  const cases: readonly (readonly [string, unknown])[] = [
    ['1 + 2 * 3', 7],
    ['-(2 + 3)', -5],
    ['7 % 4 == 3 && !false', true],
    ['"a" == "b" ? "yes" : "no"', 'no'],
    ['"${1 + 1}-${true}"', '2-true'],
    ['"tab\\there \\"q\\" \\u00e9 $${no} %%{no}"', 'tab\there "q" é ${no} %{no}'],
    ['"%{ if 1 > 2 }a%{ else }b%{ endif }c"', 'bc'],
    ['"%{ for k, v in { b = 2, a = 1 } }${k}=${v};%{ endfor }"', 'a=1;b=2;'],
    ['[for v in ["a", "b"] : upper(v) if v != "a"]', ['B']],
    ['{ for k, v in { a = 1 } : "${k}x" => v }', { ax: 1 }],
    ['{ for v in ["a", "b", "a"] : v => v... }', { a: ['a', 'a'], b: ['b'] }],
    ['[{ n = 1 }, { n = 2 }][*].n', [1, 2]],
    ['[{ n = [1] }].*.n[0]', [1]],
    ['{ "a.b" = 1, (upper("c")) : 2 }', { 'a.b': 1, C: 2 }],
    ['merge({ a = 1 }, { a = 2, b = 3 }, null)', { a: 2, b: 3 }],
    ['concat(["a"], ["b"])', ['a', 'b']],
    ['join(",", concat(["a"], [1]))', 'a,1'],
    ['split("/", "a/b")[1]', 'b'],
    ['format("%s-%02d-%d%%", "a", 3, 4)', 'a-03-4%'],
    ['lookup({ a = 1 }, "b", 5)', 5],
    ['try(local.none.a, "else")', { unknown: 'try(local.none.a, "else")' }],
    ['try({}.a, "else")', 'else'],
    ['coalesce("", null, "x")', 'x'],
    ['toset(["b", "a", "b"])', ['a', 'b']],
    ['flatten([["a"], ["b", ["c"]]])', ['a', 'b', 'c']],
    ['jsonencode({ b = [1, "<&>"], a = null })', String.raw`{"a":null,"b":[1,"\u003c\u0026\u003e"]}`],
    [
      'yamlencode({ b = { c = [1, { d = true }] }, a = "x", e = [], f = {} })',
      '"a": "x"\n"b":\n  "c":\n  - 1\n  - "d": true\n"e": []\n"f": {}\n',
    ],
    ['yamldecode("a: [1, x]")', { a: [1, 'x'] }],
    ['file("${path.module}/values.yaml")', 'replicas: 2\n'],
    ['replace("a.b.c", ".", "-")', 'a-b-c'],
    ['trimsuffix(trimprefix("xxay", "x"), "y")', 'xa'],
    ['element(["a", "b"], 3)', 'b'],
    ['length({ a = 1 })', 1],
    ['keys({ b = 1, a = 2 })', ['a', 'b']],
    ['zipmap(["a"], [1])', { a: 1 }],
    ['concat([["a"], ["b"]]...)', ['a', 'b']],
    ['<<-EOT\n    a:\n      b: 1\n    EOT\n', 'a:\n  b: 1\n'],
    ['<<EOT\n  a\n\n  b\nEOT\n', '  a\n\n  b\n'],
  ]
  for (const [expression, want] of cases) {
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
  expect(String(value)).toMatch(/^name: n\n- a\n- b\nrole: \uFDD0\d+\uFDD1\n$/)
})

// What OpenTofu 1.12 makes of the same templates.
describe('Space and indentation in templates are as OpenTofu has them:', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    [
      'loops in an indented heredoc',
      '<<-EOT\n    %{ for z in ["a","b"] ~}\n      - ${z}\n    %{ endfor ~}\n    x: ${"y"}\n      ${"deep"}\n  last\n    EOT\n',
      '        - a\n        - b\n      x: y\n    deep\nlast\n',
    ],
    [
      'what ~ took counts as no indentation',
      '<<-EOT\n    a\n       %{~ if true }\n      b\n    %{ endif ~}\n\n      c ${~ "x" ~}   \n    d\n    EOT\n',
      '    a\n\n      b\n    \n      cx    d\n',
    ],
    ['between quotes', '"a %{~ if true ~} b %{~ endif ~} c"', 'abc'],
    ['around an interpolation', '"a  ${~ "x" ~}  b"', 'axb'],
  ]
  for (const [name, expression, want] of cases) {
    test(name, () => expect(valueOf(expression)).toBe(want))
  }
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
