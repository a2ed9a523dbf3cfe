import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRepository } from '../../src/domain/repository/read-repository.ts'
import { proveRelease, writtenRelease } from '../../src/cli/migrate/prove-release.ts'
import { runHelm } from '../../src/cli/migrate/run-helm.ts'
import { FleetScene } from '../../test/cli/fleet-scene.ts'
import { memoryIo } from '../../test/cli/memory-io.ts'
import { aMigration } from '../../test/migrate/configuration.ts'
import { expressionFiles, knownExpressions } from '../../test/migrate/expressions.ts'
import { runCli } from '../../src/cli/run-cli.ts'
import { buildTool } from '../programs/build-tool.ts'

const run = promisify(execFile)

const WEB = {
  'web/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.2.3\n',
  'web/values.yaml': 'replicas: 1\nimage: web\nenv: {}\nzones: []\nowner: nobody\n',
  'web/crds/thing.yaml':
    'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: things.example.com}\nspec: {group: example.com}\n',
  'web/templates/all.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: {name: {{ .Release.Name }}, namespace: {{ .Release.Namespace }}}
spec:
  replicas: {{ .Values.replicas }}
  template:
    metadata:
      annotations: {{ toJson .Values.env }}
    spec: {image: {{ quote .Values.image }}, zones: {{ toJson .Values.zones }}}
---
apiVersion: v1
kind: Secret
metadata: {name: {{ .Release.Name }}-random}
stringData: {password: {{ randAlphaNum 20 }}, owner: {{ quote .Values.owner }}}
`,
}

const QUEUE = {
  'queue/Chart.yaml': 'apiVersion: v2\nname: queue\nversion: 0.3.0\n',
  'queue/values.yaml': 'name: none\n',
  'queue/templates/config.yaml':
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: queue}\ndata: {name: {{ quote .Values.name }}, kind: {{ kindOf .Values.name }}}\n',
}

const TERRAFORM = `variable "zones" {
  default = ["a", "b"]
}
resource "helm_release" "web" {
  name             = "web"
  namespace        = "web"
  create_namespace = true
  repository       = "https://charts.example.com"
  chart            = "web"
  version          = "1.2.3"
  values = [
    yamlencode({ replicas = 3, env = { "example.com/cluster" = module.eks.cluster_name } }),
    "owner: \${module.eks.owner}",
  ]
  set_list {
    name  = "zones"
    value = concat(var.zones, [aws_subnet.c.zone])
  }
}
resource "helm_release" "queue" {
  name       = "queue"
  namespace  = "queue"
  repository = "oci://registry.example.com/charts"
  chart      = "queue"
  version    = "0.3.0"
  depends_on = [helm_release.web]
  set {
    name  = "name"
    value = "\${module.eks.cluster_name}-queue"
  }
}
`

let scene: FleetScene
let folder: string
let tofu: string
let path: string
beforeAll(async () => {
  const helm = await buildTool('helm')
  tofu = await buildTool('opentofu')
  scene = await FleetScene.withRepository()
  folder = await mkdtemp(join(tmpdir(), 'fitout-migrate-story-'))
  await mkdir(join(folder, 'bin'))
  await symlink(helm, join(folder, 'bin/helm'))
  path = join(folder, 'bin')
  for (const [name, text] of Object.entries({ ...WEB, ...QUEUE })) {
    await mkdir(dirname(join(folder, 'sources', name)), { recursive: true })
    await writeFile(join(folder, 'sources', name), text)
  }
  for (const name of ['web', 'queue']) {
    await run(helm, ['package', join(folder, 'sources', name), '--destination', join(folder, 'charts')])
  }
}, 900_000)
afterAll(async () => {
  await scene.close()
  await rm(folder, { recursive: true, force: true })
})

/** Runs fitout with the helm of the lab. */
async function migrate(...words: readonly string[]): Promise<string> {
  const io = memoryIo({ cwd: scene.folder, env: { PATH: path, HOME: folder } })
  const code = await runCli(['migrate', 'terraform', ...words], io)
  return `${io.stdout()}${io.stderr()}(exit ${code})\n`
}

/** What OpenTofu prints for a program that needs no provider. */
async function applied(
  files: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, { value: unknown }>>> {
  const work = await mkdtemp(join(folder, 'tofu-'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(work, name), text)
  await writeFile(join(work, 'none.tfrc'), '')
  const options = {
    cwd: work,
    env: { PATH: path, HOME: work, TF_CLI_CONFIG_FILE: join(work, 'none.tfrc') },
  }
  await run(tofu, ['init', '-backend=false', '-no-color'], options)
  await run(tofu, ['apply', '-auto-approve', '-no-color'], options)
  const { stdout } = await run(tofu, ['output', '-json'], options)
  return JSON.parse(stdout) as Readonly<Record<string, { value: unknown }>>
}

describe('With a real Helm', () => {
  test('two releases are proven to stay what they are', async () => {
    await scene.given({ 'infra/main.tf': TERRAFORM })
    const said = await migrate('infra', '--charts', join(folder, 'charts'))
    expect(said).toContain(
      '(infra/main.tf:4:1)\n  HelmRelease web/web: https://charts.example.com web 1.2.3\n  rendered equal: 3 objects\n',
    )
    expect(said).toContain(
      '  HelmRelease queue/queue: oci://registry.example.com/charts/queue 0.3.0\n  rendered equal: 1 object\n',
    )
    expect(said).toContain('2 releases: 2 would move, 0 stay\n')
  })

  test('a chart that cannot be had is not proven, and says why', async () => {
    await scene.given({ 'infra/main.tf': TERRAFORM })
    await mkdir(join(folder, 'empty'), { recursive: true })
    const said = await migrate('infra', '--charts', join(folder, 'empty'))
    expect(said).toContain('  not proven: --charts has no web-1.2.3.tgz (the values are equal)\n')
  })

  const repository = (() => {
    const reading = readRepository(
      'apiVersion: fitout.dev/v1alpha1\nkind: FleetRepository\ngit: {url: "https://gitlab.example.com/a/b.git"}\nenvironments: {dev: {}}\n',
    )
    if (!reading.ok) throw new Error(reading.problems[0]?.message)
    return reading.repository
  })()

  const planted: readonly {
    readonly name: string
    readonly change: (values: object) => object
    readonly want: string
  }[] = [
    { name: 'a value that is another one', change: values => ({ ...values, replicas: 4 }), want: 'replicas' },
    {
      name: 'a value that is missing',
      change: ({ ...values }: { replicas?: number }) => (delete values.replicas, values),
      want: 'replicas',
    },
    { name: 'a value that is too many', change: values => ({ ...values, image: 'other' }), want: 'image' },
  ]
  for (const { name, change, want } of planted) {
    test(`a planted difference is found: ${name}`, async () => {
      const [moved] = aMigration(TERRAFORM).results[0]?.moved ?? []
      if (!moved) throw new Error('nothing moves')
      const tools = {
        repository,
        helm: runHelm({ PATH: path, HOME: folder }),
        charts: join(folder, 'charts'),
      }
      const spec = writtenRelease(moved, repository)
      expect((await proveRelease(moved, tools, spec)).kind).toBe('equal')
      const proof = await proveRelease(moved, tools, { ...spec, values: change(spec['values'] as object) })
      expect(proof).toMatchObject({ kind: 'different', differences: [{ object: 'values', field: want }] })
    })
  }

  test('a planted difference of the rendering alone is found, down to the field', async () => {
    const [moved] = aMigration(TERRAFORM).results[0]?.moved ?? []
    if (!moved) throw new Error('nothing moves')
    const tools = { repository, helm: runHelm({ PATH: path, HOME: folder }), charts: join(folder, 'charts') }
    const spec = writtenRelease(moved, repository)
    const other: typeof tools.helm = args =>
      tools.helm(
        args.map(arg =>
          arg === '--include-crds' && args.some(one => one.endsWith('after.yaml')) ? '--skip-crds' : arg,
        ),
      )
    const proof = await proveRelease(moved, { ...tools, helm: other }, spec)
    expect(proof).toMatchObject({
      kind: 'different',
      words: 'the rendered manifests differ in 1 object',
      differences: [
        { object: 'CustomResourceDefinition things.example.com', field: 'only in the old rendering' },
      ],
    })
    const scaled: typeof tools.helm = args =>
      tools.helm(args.some(one => one.endsWith('after.yaml')) ? [...args, '--set', 'replicas=4'] : args)
    expect(await proveRelease(moved, { ...tools, helm: scaled }, spec)).toMatchObject({
      differences: [{ object: 'Deployment web/web', field: 'spec.replicas' }],
    })
  })
})

describe('With a real OpenTofu', () => {
  test('expressions mean what Fitout takes them for', async () => {
    const outputs = knownExpressions.map(
      ([expression], index) => `output "e${index}" {\n  value = ${expression}\n}\n`,
    )
    const got = await applied({ ...expressionFiles, 'main.tf': outputs.join('') })
    for (const [index, [expression, want]] of knownExpressions.entries()) {
      expect([expression, got[`e${index}`]?.value ?? null]).toEqual([expression, want])
    }
  }, 120_000)

  test('what is left in the files is accepted, with its outputs', async () => {
    const text = TERRAFORM.replaceAll('module.eks.cluster_name', 'local.name')
      .replaceAll('module.eks.owner', 'var.owner')
      .replaceAll('aws_subnet.c.zone', 'var.zone')
    const given = `locals {\n  name = "blue-\${terraform.workspace}"\n}\nvariable "owner" {}\nvariable "zone" {}\n`
    await scene.given({ 'infra/main.tf': given + text })
    expect(await migrate('infra', '--write', '--charts', join(folder, 'charts'))).toContain('2 moved')
    const files = {
      'main.tf': await scene.read('infra/main.tf'),
      'terraform.tfvars': 'owner = "me"\nzone = "c"\n',
    }
    const got = await applied(files)
    expect(got['owner']?.value).toBe('me')
    expect(got['web_zones']?.value).toBe('{"zones":["a","b","c"]}')
    expect(got['queue_name']?.value).toBe('blue-default-queue')
    expect(got['web_env_example_com_cluster']?.value).toBe('blue-default')
  }, 120_000)
})
