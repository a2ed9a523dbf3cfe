import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FleetScene } from '#test/cli/fleet-scene.ts'
import { migrateIn } from '#test/migrate/migrate-in.ts'
import { sampleTerraform, workspaceTemplate } from '#test/migrate/sample-terraform.ts'
import { memoryIo } from '#test/cli/memory-io.ts'
import { watchedDisk } from '#test/cli/watched-disk.ts'
import { readGoYaml } from '../../domain/yaml/read-go-yaml.ts'
import { readFitout } from '../../domain/validation/read-fitout.ts'
import { undoInterruptedWrite, writeFiles } from '../repository/write-files.ts'
import { runCli } from '../run-cli.ts'
import { hideTexts } from './hide-secrets.ts'
import { runMigrate } from './run-migrate.ts'
import type { HelmAnswer } from './run-helm.ts'
import { unifiedDiff } from './unified-diff.ts'

let scene: FleetScene
beforeEach(async () => {
  scene = await FleetScene.withRepository()
})
afterEach(() => scene.close())

const golden = (name: string) => `../../../test/golden/migrate-cli/${name}.txt`
const PLAN = 'infrastructure/control-plane-cluster/fitout/default.yaml'

const migrate = (line: string) => migrateIn(scene, line)

async function steps(): Promise<readonly string[]> {
  const reading = readFitout(readGoYaml(await scene.read(PLAN)))
  return reading.kind === 'valid' ? reading.fitout.spec.steps.map(({ name }) => name) : []
}

describe('fitout migrate terraform', () => {
  test('shows what it would do, and writes nothing', async () => {
    await scene.given({ 'infra/main.tf': sampleTerraform })
    const before = await scene.files()
    await expect(await migrate('infra')).toMatchFileSnapshot(golden('dry-run'))
    expect(await scene.files()).toEqual(before)
  })

  test('writes both sides with --write, and finds nothing more after it', async () => {
    await scene.given({ 'infra/main.tf': sampleTerraform })
    await expect(await migrate('infra --write')).toMatchFileSnapshot(golden('written'))
    expect(await steps()).toEqual(['api', 'karpenter', 'app'])
    await expect(await scene.read('infra/main.tf')).toMatchFileSnapshot(golden('main.tf'))
    expect(await migrate('infra --write')).toContain('1 release: 0 moved, 1 stays\n(exit 1)')
  })

  test('writes what the other commands read', async () => {
    await scene.given({ 'infra/main.tf': sampleTerraform })
    await migrate('infra --write')
    expect(await scene.run('init --check')).toContain('(exit 0)')
    expect(await scene.run('add karpenter')).toContain('add-on karpenter is unchanged')
    expect(await scene.run('cluster new blue --env dev --set region=eu-west-1')).toContain('(exit 0)')
    expect(await scene.run('lint infrastructure')).toContain('(exit 0)')
  })

  test('prints a patch that git applies', async () => {
    await scene.given({ 'infra/main.tf': sampleTerraform.replace('hunter2', '${var.token}') })
    await scene.program('git', 'init', '-q')
    const io = memoryIo({ cwd: scene.folder, env: { PATH: scene.folder } })
    await runCli(['migrate', 'terraform', 'infra', '-o', 'patch'], io)
    await scene.given({ 'change.patch': io.stdout() })
    await scene.program('git', 'apply', 'change.patch')
    const applied = await scene.files()
    const other = await FleetScene.withRepository()
    try {
      await other.given({ 'infra/main.tf': sampleTerraform.replace('hunter2', '${var.token}') })
      await other.run('migrate terraform infra --write')
      for (const [path, text] of await other.files()) expect([path, applied.get(path)]).toEqual([path, text])
    } finally {
      await other.close()
    }
  })

  test('answers merge requests with a table', async () => {
    await scene.given({ 'infra/main.tf': sampleTerraform })
    await expect(await migrate('infra -o md')).toMatchFileSnapshot(golden('table.md'))
  })

  test('answers programs in JSON', async () => {
    await scene.given({ 'infra/main.tf': sampleTerraform })
    const said = await migrate('infra -o json')
    const answer: unknown = JSON.parse(said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1))
    expect(answer).toMatchObject({
      kind: 'MigrationReport',
      written: false,
      configurations: [{ releases: [{ result: 'moved' }, { result: 'moved' }, { result: 'stays' }] }],
    })
    expect(said).not.toContain('hunter2')
  })

  test('edits the module inside of a WorkspaceTemplate, and nothing else of the file', async () => {
    const block = sampleTerraform.slice(
      sampleTerraform.indexOf('# Nodes by need.'),
      sampleTerraform.indexOf('resource "helm_release" "app"'),
    )
    const before = workspaceTemplate(`variable "domain" {}\n\n${block}output "x" {\n  value = 1\n}\n`)
    await scene.given({ 'eks.yaml': before })
    await expect(await migrate('eks.yaml --write')).toMatchFileSnapshot(golden('workspace'))
    const after = await scene.read('eks.yaml')
    await expect(after).toMatchFileSnapshot(golden('workspace.yaml'))
    expect(after.slice(0, before.indexOf('resource'))).toBe(before.slice(0, before.indexOf('resource')))
    expect(after.endsWith(before.slice(before.indexOf('      providerConfigRef')))).toBe(true)
  })

  for (const flags of [
    '--pattern flux-cli',
    '--pattern flux-cli-kas --layout kustomize',
    '--pattern flux-operator',
    '--pattern terraform',
  ]) {
    test(`writes a repository of ${flags}`, async () => {
      const other = await FleetScene.withFleet(flags, [])
      try {
        await other.given({ 'infra/main.tf': sampleTerraform })
        expect(await other.run('migrate terraform infra --write')).toContain('2 moved, 1 stays')
        expect(await other.run('init --check')).toContain('(exit 0)')
        const files = [...(await other.files())].filter(([path]) => !path.startsWith('infra/'))
        expect(
          files.filter(
            ([, text]) => text.includes('kind: HelmRelease') && text.includes('storageNamespace: karpenter'),
          ).length,
        ).toBeGreaterThan(0)
        expect(files.filter(([, text]) => text.includes('hunter2'))).toEqual([])
      } finally {
        await other.close()
      }
    })
  }

  test('reads a folder that is named twice once', async () => {
    await scene.given({ 'infra/main.tf': sampleTerraform })
    expect(await migrate('infra ./infra/')).toContain('3 releases: 2 would move, 1 stays')
  })

  test('takes values of variables from files, as Terraform does', async () => {
    const text =
      'variable "version" {}\nresource "helm_release" "a" {\n  name       = "a"\n  repository = "https://charts.example.com"\n  chart      = "a"\n  version    = var.version\n}\n'
    await scene.given({ 'infra/main.tf': text, 'prod.tfvars': 'version = "1.2.3"\n' })
    expect(await migrate('infra')).toContain(
      'version is known only to Terraform: variable version has no value',
    )
    expect(await migrate('infra --var-file prod.tfvars')).toContain('https://charts.example.com a 1.2.3')
    await scene.given({ 'infra/terraform.tfvars': 'version = "1.2.4"\n' })
    expect(await migrate('infra')).toContain('https://charts.example.com a 1.2.4')
  })
})

const release = (more: string) =>
  `resource "helm_release" "a" {\n  name       = "a"\n  namespace  = "a"\n  repository = "https://charts.example.com"\n  chart      = "a"\n  version    = "1.0.0"\n${more}}\n`

const sharedModule = (text: string) =>
  `variable "version_of_app" {}\nresource "helm_release" "app" {\n  name       = "app"\n  repository = "https://charts.example.com"\n  chart      = "app"\n  version    = var.version_of_app\n${text}}\n`

const rootModule = (version: string) =>
  `module "app" {\n  source = "../modules/app"\n  version_of_app = "${version}"\n}\n`

describe('Two configurations', () => {
  const role = '  set {\n    name  = "role"\n    value = aws_iam_role.app.arn\n  }\n'

  test('that share a module and agree have one add-on, and their outputs each', async () => {
    await scene.given({
      'infra/modules/app/main.tf': sharedModule(role),
      'infra/dev/main.tf': rootModule('1.0.0'),
      'infra/prod/main.tf': rootModule('1.0.0'),
    })
    expect(await migrate('infra/dev infra/prod --write')).toContain('2 releases: 2 moved, 0 stay\n')
    const output = 'output "app_arn" {\n  value = module.app.app_arn\n}\n'
    expect(await scene.read('infra/dev/main.tf')).toBe(`${rootModule('1.0.0')}\n${output}`)
    expect(await scene.read('infra/prod/main.tf')).toBe(`${rootModule('1.0.0')}\n${output}`)
    expect((await scene.read('infra/modules/app/main.tf')).match(/output "app_arn"/g)).toHaveLength(1)
    expect(await steps()).toEqual(['api', 'app'])
  })

  test('that share a module and differ both keep it, with the reasons', async () => {
    await scene.given({
      'infra/modules/app/main.tf': sharedModule(role),
      'infra/dev/main.tf': rootModule('1.0.0'),
      'infra/prod/main.tf': rootModule('2.0.0'),
    })
    const before = await scene.files()
    const said = await migrate('infra/dev infra/prod --write')
    expect(said).toContain(
      'infra/dev has a release app, too, with other settings or values: give one another name',
    )
    expect(said).toContain('it stays in infra/prod, which uses the same module')
    expect(said).toContain('2 releases: 0 moved, 2 stay\n')
    expect(await scene.files()).toEqual(before)
  })
})

const rendered = (replicas: number) =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: karpenter, namespace: karpenter}\nspec: {replicas: ${replicas}}\n`

const changingHelm = async (args: readonly string[]): Promise<HelmAnswer> => {
  const isAfter = args.some(arg => arg.endsWith('after.yaml'))
  return { kind: 'done', out: args[0] === 'template' ? rendered(isAfter ? 1 : 2) : '' }
}

test('A release that would change is refused, with the fields that differ', async () => {
  await scene.given({ 'infra/main.tf': sampleTerraform, 'charts/karpenter/Chart.yaml': 'name: karpenter\n' })
  const io = memoryIo({ cwd: scene.folder })
  const flags = {
    write: true,
    out: undefined,
    'var-file': [],
    secret: '${CLUSTER_NAME}-eks-connection',
    'terraform-version': undefined,
    charts: 'charts',
    profile: undefined,
    output: 'text',
  } as const
  expect(await runMigrate({ sources: ['infra'], flags }, io, { helm: changingHelm })).toBe(1)
  await expect(`${io.stdout()}${io.stderr()}`).toMatchFileSnapshot(golden('different'))
})

describe('No secret is shown or written:', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['of set_sensitive', release('  set_sensitive {\n    name  = "x"\n    value = "hunter2"\n  }\n')],
    ['of set_sensitive as a list', release('  set_sensitive = [{ name = "x", value = "hunter2" }]\n')],
    [
      'of a sensitive variable',
      `variable "s" {\n  default   = "hunter2"\n  sensitive = true\n}\n${release('  values = ["x: ${var.s}"]\n')}`,
    ],
    ['of the function sensitive', release('  values = [yamlencode({ x = sensitive("hunter2") })]\n')],
    ['of a login', release('  repository_username = "me"\n  repository_password = "hunter2"\n')],
    [
      'in values, by the name of its key',
      release('  values = [yamlencode({ db = { password = "hunter2" } })]\n'),
    ],
    [
      'in a document, by the name of its key',
      release('  values = [<<EOT\ndb:\n  adminPassword: hunter2\nEOT\n  ]\n'),
    ],
    [
      'in set, by the name of its key',
      release('  set {\n    name  = "auth.token"\n    value = "hunter2"\n  }\n'),
    ],
    [
      'in an item of a list, by its name',
      release('  values = [yamlencode({ env = [{ name = "DB_PASSWORD", value = "hunter2" }] })]\n'),
    ],
    [
      'in an item of a document, by its name',
      release('  values = [<<EOT\nenv:\n- name: DB_PASSWORD\n  value: hunter2\nEOT\n  ]\n'),
    ],
    [
      'in an item that set makes, by its name',
      release(
        '  set {\n    name  = "env[0].name"\n    value = "API_TOKEN"\n  }\n  set {\n    name  = "env[0].value"\n    value = "hunter2"\n  }\n',
      ),
    ],
    [
      'in a file of settings that is a value',
      release('  values = [<<EOT\nconfig: |\n  user=me\n  password=hunter2\nEOT\n  ]\n'),
    ],
    [
      'in the address of a database',
      release('  values = ["dsn: postgres://me:hunter2@db.example.com/app"]\n'),
    ],
    [
      'of a sensitive variable that is a map',
      `variable "s" {\n  default   = { a = "hunter2", b = "x" }\n  sensitive = true\n}\n${release('  values = ["x: ${var.s.a}"]\n')}`,
    ],
  ]
  for (const [name, text] of cases) {
    test(name, async () => {
      await scene.given({ 'infra/main.tf': text })
      for (const line of ['infra', 'infra -o json', 'infra -o patch', 'infra --write']) {
        expect([line, await migrate(line)]).toEqual([line, expect.not.stringContaining('hunter2')])
      }
      const files = [...(await scene.files())].filter(([path]) => !path.startsWith('infra/'))
      expect(files.filter(([, content]) => content.includes('hunter2'))).toEqual([])
    })
  }
})

describe('What is secret is hidden in a text', () => {
  const cases: readonly (readonly [name: string, text: string, secrets: readonly string[], want: string])[] =
    [
      ['wherever it stands', 'a = "xhunter2x"', ['hunter2'], 'a = "x(sensitive)x"'],
      ['the longer one first', 'a = "hunter22"', ['hunter2', 'hunter22'], 'a = "(sensitive)"'],
      [
        'a short one as a whole value alone',
        'value = "a"\nkey: a\nbase: "ab"',
        ['a'],
        'value = "(sensitive)"\nkey: (sensitive)\nbase: "ab"',
      ],
      ['a short one beside an interpolation', '"${x}a-${y}"', ['a-'], '"${x}(sensitive)${y}"'],
      ['one that has signs of an expression', 'a = "[.*"', ['[.*'], 'a = "(sensitive)"'],
    ]
  for (const [name, text, secrets, want] of cases) {
    test(name, () => expect(hideTexts(text, secrets)).toBe(want))
  }
})

describe('A run that was killed while it wrote', () => {
  test('is taken back by the next one before it reads, in Terraform, too, which is outside of the repository', async () => {
    await scene.given({ 'infra/main.tf': sampleTerraform })
    await scene.program('mkdir', 'fleet')
    await scene.run(`init fleet --git https://gitlab.example.com/platform/fleet.git`)
    const before = await scene.files()
    const root = { path: 'fleet', location: join(scene.folder, 'fleet') }
    const changes = [
      { path: '../infra/main.tf', before: sampleTerraform, after: 'half\n' },
      { path: 'add-ons/x.yaml', before: undefined, after: 'x\n' },
    ]
    const main = join(scene.folder, 'infra/main.tf')
    for (let stop = 0; existsSync(main) && readFileSync(main, 'utf8') === sampleTerraform; stop += 1) {
      undoInterruptedWrite(root)
      const disk = watchedDisk(count => {
        if (count >= stop) throw new Error('killed')
      })
      expect(() => writeFiles(root, changes, { io: memoryIo({ cwd: '/' }), disk })).toThrow('killed')
    }
    expect(await migrate('infra --out fleet')).toContain('2 would move, 1 stays')
    expect(await scene.files()).toEqual(before)
  })
})

const lines = (...numbers: readonly number[]) => numbers.map(number => `${number}\n`).join('')

test('A difference of files is what diff -u prints', () => {
  expect(
    unifiedDiff({
      path: 'a',
      before: lines(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
      after: lines(1, 2, 3, 4, 50, 6, 7, 8, 9, 10, 11),
    }),
  ).toBe('--- a/a\n+++ b/a\n@@ -2,11 +2,10 @@\n 2\n 3\n 4\n-5\n+50\n 6\n 7\n 8\n 9\n 10\n 11\n-12\n')
  expect(unifiedDiff({ path: 'a', before: undefined, after: 'x' })).toBe(
    '--- /dev/null\n+++ b/a\n@@ -0,0 +1 @@\n+x\n\\ No newline at end of file\n',
  )
})
