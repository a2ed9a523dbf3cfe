import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { writeYaml } from '../domain/yaml/write/write-yaml.ts'
import type { YamlValue } from '../domain/yaml/yaml-value.ts'
import {
  afterwards,
  aConfiguration,
  aMigration,
  type ConfigurationFiles,
} from '#test/migrate/configuration.ts'
import { EvaluationBudget } from './evaluate/evaluation-budget.ts'
import { Holes } from './evaluate/holes.ts'
import { shownSpan } from './hcl/source-file.ts'
import { readVariables } from './module/read-variables.ts'
import { type Migration, planMigration } from './plan-migration.ts'
import { parseHcl } from '#test/migrate/grammar.ts'

const SAMPLES = join(import.meta.dirname, '../../test/migrate/samples')
const names = readdirSync(SAMPLES)

function filesOf(name: string): ConfigurationFiles {
  const folder = join(SAMPLES, name)
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(path => join(folder, path))
  const files = paths.filter(path => statSync(path).isFile()).toSorted()
  return Object.fromEntries(files.map(path => [`root/${relative(folder, path)}`, readFileSync(path, 'utf8')]))
}

function noFile() {
  return { reason: 'none' }
}

function planSample(name: string): Migration {
  const files = filesOf(name)
  const variables = files['root/terraform.tfvars'] ?? ''
  const configuration = {
    holes: new Holes(),
    budget: new EvaluationBudget(),
    files: { parse: parseHcl, read: noFile },
    folder: 'root',
  }
  const inputs = readVariables({ path: 'terraform.tfvars', text: variables }, configuration)
  const choices = {
    secret: '${CLUSTER_NAME}-outputs',
    terraformVersion: undefined,
    taken: new Set<string>(),
    refused: new Map<string, string>(),
  }
  return planMigration(aConfiguration(files, inputs), choices)
}

function shown(migration: Migration): string {
  const results = migration.results.flatMap(result => [
    `${result.moved.length > 0 ? 'moves' : 'stays'} ${result.address} ${result.place.path}:${result.place.line}`,
    ...result.faults.map(fault => `  ${shownSpan(fault)} ${fault.words}`),
    ...result.notes.map(note => `  note ${shownSpan(note)} ${note.words}`),
    ...result.moved.flatMap(({ addOn }) => [
      ...addOn.keys.map(
        ({ key, expression, isSensitive }) => `  ${key} = ${expression}${isSensitive ? ' (sensitive)' : ''}`,
      ),
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an add-on is what YAML can have
      writeYaml(addOn.manifest as unknown as YamlValue),
    ]),
  ])
  const rest = [
    ...migration.beside.map(({ address }) => `beside ${address}`),
    ...migration.unread.map(({ address, source }) => `not read ${address} ${source}`),
    `${migration.version.forgetting}: ${migration.version.words}`,
    ...migration.stateCommands,
  ]
  const files = Object.entries(afterwards(migration)).flatMap(([path, text]) => [`--- ${path}`, text])
  return [...results, ...rest, ...files, ''].join('\n')
}

describe('Blocks as real modules write them:', () => {
  for (const name of names) {
    test(name, async () => {
      await expect(shown(planSample(name))).toMatchFileSnapshot(`../../test/golden/migrate/${name}.txt`)
    })
  }

  test('there are more than thirty, and each is found', () => {
    const written = names.flatMap(name =>
      Object.values(filesOf(name)).flatMap(text => text.match(/^resource "helm_release"/gm) ?? []),
    )
    const found = names.flatMap(name => planSample(name).results)
    expect(found.length).toBe(written.length)
    expect(written.length).toBeGreaterThanOrEqual(30)
  })

  test('what stays says why', () => {
    const staying = names.flatMap(name => planSample(name).results).filter(({ moved }) => moved.length === 0)
    expect(staying.filter(({ faults }) => faults.length === 0)).toEqual([])
  })
})

const release = (name: string, more = '') =>
  `resource "helm_release" "${name}" {\n  name       = "${name}"\n  namespace  = "apps"\n  repository = "https://charts.example.com"\n  chart      = "app"\n  version    = "1.0.0"\n${more}}\n`

const set = (name: string, value: string) => `  set {\n    name  = "${name}"\n    value = ${value}\n  }\n`

describe('In the files of Terraform', () => {
  test('nothing changes but the block, and what waits for it', () => {
    const before = `# head\n\n${release('a')}\n# foot\r\nresource "x" "y" {\n  depends_on = [ helm_release.a ,aws_iam_role.b, helm_release.a[0]]\n}\n`
    expect(afterwards(aMigration(before))['root/main.tf']).toBe(
      '# head\n\nremoved {\r\n  from = helm_release.a\r\n\r\n  lifecycle {\r\n    destroy = false\r\n  }\r\n}\n\n# foot\r\nresource "x" "y" {\n  depends_on = [ aws_iam_role.b]\n}\n',
    )
  })

  test('a Terraform without removed blocks gets commands, and no block', () => {
    const migration = aMigration(`${release('a')}\n${release('b')}`, { terraformVersion: '1.5.7' })
    expect(migration.stateCommands).toEqual([
      "terraform state rm 'helm_release.a'",
      "terraform state rm 'helm_release.b'",
    ])
    expect(afterwards(migration)['root/main.tf']).toBe('')
  })

  const versions: readonly (readonly [string, string])[] = [
    ['>= 1.7', 'removed-block'],
    ['~> 1.9.0', 'removed-block'],
    ['>= 1.3, < 2.0', 'state-rm'],
    ['~> 1.5', 'state-rm'],
    ['= 1.10.2', 'removed-block'],
  ]
  for (const [required, want] of versions) {
    test(`required_version ${required} means ${want}`, () => {
      const text = `terraform {\n  required_version = "${required}"\n}\n`
      expect(aMigration(text, { terraformVersion: undefined }).version.forgetting).toBe(want)
    })
  }

  test('a value of a module in a module gets an output in each', () => {
    const files = {
      'root/main.tf': 'module "a" {\n  source = "./a"\n}\n',
      'root/a/main.tf': 'module "b" {\n  source = "../b"\n}\n',
      'root/b/main.tf': release('r', '  set {\n    name  = "role"\n    value = aws_iam_role.r.arn\n  }\n'),
    }
    const after = afterwards(aMigration(files))
    expect(after['root/main.tf']).toContain('output "r_arn" {\n  value = module.a.r_arn\n}\n')
    expect(after['root/a/main.tf']).toContain('output "r_arn" {\n  value = module.b.r_arn\n}\n')
    expect(after['root/b/main.tf']).toContain('output "r_arn" {\n  value = aws_iam_role.r.arn\n}\n')
  })

  test('an output that is there is used, also inside of an object', () => {
    const outputs =
      'output "n" {\n  value = module.e.name\n}\noutput "k" {\n  value = { "q.r" = module.k.queue }\n}\n'
    const [result] = aMigration(
      release('r', set('a', 'module.e.name') + set('b', 'module.k.queue')) + outputs,
    ).results
    expect(result?.moved[0]?.addOn.manifest.handOver?.keys).toEqual({
      n: {},
      'k_q.r': { path: String.raw`k.q\.r` },
    })
  })
})

describe('A secret', () => {
  test('of set_sensitive becomes a sensitive output, and is nowhere else', () => {
    const text = release('r', '  set_sensitive {\n    name  = "a.b"\n    value = "hunter2"\n  }\n')
    const migration = aMigration(text)
    expect(
      JSON.stringify(migration.results.map(({ moved }) => moved.map(({ addOn }) => addOn.manifest))),
    ).not.toContain('hunter2')
    expect(afterwards(migration)['root/main.tf']).toContain('  value     = "hunter2"\n  sensitive = true\n')
  })

  test('of a sensitive variable is handed over, though it has a default', () => {
    const text = `variable "s" {\n  default   = "hunter2"\n  sensitive = true\n}\n${release('r', '  values = ["a: ${var.s}"]\n')}`
    const [result] = aMigration(text).results
    expect(result?.moved[0]?.addOn.keys).toMatchObject([{ key: 's', expression: 'var.s', isSensitive: true }])
  })
})

describe('A document that only Terraform knows', () => {
  for (const encode of ['yamlencode', 'jsonencode']) {
    test(`is handed over when it is the ${encode} of a variable, under the values that are set`, () => {
      const values = `  values = [${encode}(var.settings)]\n`
      const text = `variable "settings" {\n  type = any\n}\n${release('r', values + set('a', '"b"'))}`
      const [result] = aMigration(text).results
      expect(result?.faults).toEqual([])
      expect(result?.moved[0]?.addOn.keys).toMatchObject([
        { key: 'r_values', expression: 'jsonencode(var.settings)' },
      ])
      expect(result?.moved[0]?.addOn.manifest.releases?.[0]).toMatchObject({
        documents: ['r_values'],
        values: { a: 'b' },
      })
    })
  }

  test('keeps its release if an item of a list is set over it, which Flux would replace', () => {
    const text = `variable "s" {}\n${release('r', `  values = [yamlencode(var.s)]\n${set('t[0].a', '"b"')}`)}`
    expect(aMigration(text).results[0]?.faults.map(({ words }) => words)).toEqual([
      'this sets an item of a list that a document known only to Terraform may have: Flux would replace that list',
    ])
  })

  test('stays behind one that is known, whoever encodes it', () => {
    const text = `variable "s" {}\n${release('r', '  values = ["a: 1", yamlencode(var.s)]\n')}`
    expect(aMigration(text).results[0]?.faults.map(({ words }) => words)).toEqual([
      'this document is known only to Terraform, and comes after others: Flux would put them over it',
    ])
  })
})

describe('A repository without TLS', () => {
  const text = release('r').replace('https://', 'http://')

  test('is taken over as it is, and noted', () => {
    const [result] = aMigration(text).results
    expect(result?.moved[0]?.addOn.manifest.releases?.[0]?.chart).toEqual({
      url: 'http://charts.example.com',
      name: 'app',
    })
    expect(result?.notes.map(({ words }) => words)).toEqual([
      'http:// does not protect the chart on its way: use https:// if the repository has it',
    ])
  })

  test('gets no password from Flux', () => {
    const login = '  repository_username = "reader"\n  repository_password = var.password\n'
    const [result] = aMigration(release('r', login).replace('https://', 'http://')).results
    expect(result?.faults.map(({ words }) => words)).toEqual([
      'repository_password is not mapped: http:// would send it in clear text at each interval',
    ])
  })
})

test('Two releases of one name, and one that is taken, stay', () => {
  const twins = release('a') + release('b').replace('name       = "b"', 'name       = "a"')
  expect(aMigration(twins).results.map(({ moved }) => moved.length)).toEqual([1, 0])
  expect(aMigration(release('a'), { taken: new Set(['a']) }).results[0]?.faults[0]?.words).toContain(
    'there is another add-on a',
  )
})

test('A count that Terraform would refuse keeps its block, and no other', () => {
  const wrong = release('a').replace('{\n', '{\n  count = {}.enabled ? 1 : 0\n')
  const { results } = aMigration(wrong + release('b'))
  expect(results.map(({ faults }) => faults.map(({ words }) => words))).toEqual([
    ['there is no such attribute'],
    [],
  ])
})

const doubled = (first: string, next: (name: string) => string) =>
  `locals {\n  a0 = ${first}\n${Array.from({ length: 40 }, (_, at) => `  a${at + 1} = ${next(`local.a${at}`)}\n`).join('')}}\n`

describe('A few lines that describe more than a machine can hold keep their release:', () => {
  const thousand = 'range(1000)'
  const bombs: Readonly<Record<string, string>> = {
    'a text that doubles': doubled('"xxxxxxxx"', name => `"\${${name}}\${${name}}"`),
    'a list that doubles': doubled('[1]', name => `concat(${name}, ${name})`),
    'a list of lists that doubles': doubled('[1]', name => `[${name}, ${name}]`),
    'a function that makes a long text': doubled('"xxxxxxxx"', name => `replace(${name}, "x", ${name})`),
    'loops inside of loops': `locals {\n  a40 = [for a in ${thousand} : 1 if length([for b in ${thousand} : 1 if length([for c in ${thousand} : c if false]) > 0]) > 0]\n}\n`,
    'locals that refer to each other in a long row': `locals {\n  a0 = 1\n${Array.from({ length: 5000 }, (_, at) => `  b${at} = local.${at === 0 ? 'a0' : `b${at - 1}`}\n`).join('')}  a40 = local.b4999\n}\n`,
  }
  for (const [name, locals] of Object.entries(bombs)) {
    test(name, () => {
      const text = `${locals}${release('r', '  values = [yamlencode({ a = local.a40 })]\n')}`
      const { results } = aMigration(text)
      expect(results.map(({ moved }) => moved.length)).toEqual([0])
      expect(results[0]?.faults[0]?.words).toMatch(
        /^(this value is too large|evaluating this takes too long|this is nested too deeply)$/,
      )
    })
  }
})

test('A module that calls itself is an error with its place', () => {
  const files = { 'root/main.tf': 'module "a" {\n  source = "./"\n}\n' }
  expect(() => aMigration(files)).toThrow(
    /^root\/main\.tf:1:1: modules are nested too deeply, or call themselves$/,
  )
})
