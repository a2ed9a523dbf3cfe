import { chmod, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FleetScene } from '#test/cli/fleet-scene.ts'
import { orSkip } from '#test/cli/or-skip.ts'
import { migrateIn } from '#test/migrate/migrate-in.ts'
import { sampleTerraform, workspaceTemplate } from '#test/migrate/sample-terraform.ts'

let scene: FleetScene
beforeEach(async () => {
  scene = await FleetScene.withRepository()
})
afterEach(() => scene.close())

const migrate = (line: string) => migrateIn(scene, line)

describe('Refused, with everything as it was:', () => {
  const deep = `x = ${'['.repeat(3000)}${']'.repeat(3000)}\n`
  const cases: readonly {
    readonly name: string
    readonly files?: Readonly<Record<string, string>>
    readonly line?: string
    readonly want: string
  }[] = [
    { name: 'no folder', line: 'nowhere', want: 'error: cannot read nowhere: it does not exist' },
    {
      name: 'a folder without files of Terraform',
      files: { 'infra/readme.md': '' },
      want: 'error: infra has no .tf files',
    },
    {
      name: 'HCL with errors',
      files: { 'infra/a.tf': 'locals {\n  a = [1\n}\n' },
      want: 'error: infra/a.tf:',
    },
    {
      name: 'locals in a cycle',
      files: {
        'infra/a.tf': `locals {\n  a = local.b\n  b = local.a\n}\n${sampleTerraform.replace('"1.14.1"', 'local.a')}`,
      },
      want: 'error: infra/a.tf:3:7: local.a refers to itself: local.a → local.b → local.a',
    },
    {
      name: 'locals in a cycle that nothing uses',
      files: {
        'infra/a.tf': `${sampleTerraform}locals {\n  a = try(local.b, 1)\n  b = [for x in [1] : local.a]\n}\n`,
      },
      want: ' local.a refers to itself: local.a → local.b → local.a',
    },
    {
      name: 'ten megabytes',
      files: { 'infra/a.tf': '# x\n'.repeat(2_500_000) },
      want: 'error: cannot read infra/a.tf: it has more than 1 MiB',
    },
    {
      name: 'a binary',
      files: { 'infra/a.tf': 'a\0b' },
      want: 'error: cannot read infra/a.tf: it is not text: byte 0x00 at offset 1',
    },
    {
      name: 'a state in the place of a configuration',
      files: { 'infra/a.tf': '{"version": 4, "serial": 1, "lineage": "x", "resources": []}' },
      want: 'error: infra/a.tf:1:1: this is a state of Terraform, not a configuration',
    },
    {
      name: 'a state',
      files: { 'terraform.tfstate': '{"version": 4, "serial": 1, "lineage": "x", "resources": []}' },
      line: 'terraform.tfstate',
      want: 'error: terraform.tfstate:1:1: this is a state of Terraform',
    },
    { name: 'deep nesting', files: { 'infra/a.tf': deep }, want: 'this is nested too deeply' },
    {
      name: 'the JSON syntax',
      files: { 'infra/a.tf.json': '{"resource": {"helm_release": {}}}' },
      want: 'error: infra/a.tf.json:1:1: releases in the JSON syntax of Terraform are not read',
    },
    {
      name: 'a manifest without a module',
      files: { 'a.yaml': 'kind: ConfigMap\n' },
      line: 'a.yaml',
      want: 'error: a.yaml has no WorkspaceTemplate and no Workspace with a module',
    },
    {
      name: 'a manifest with errors',
      files: { 'a.yaml': 'a: [1\n' },
      line: 'a.yaml',
      want: 'error: a.yaml:',
    },
    {
      name: 'a module in quotes',
      files: { 'a.yaml': workspaceTemplate('x').replace(/module: \|\n.*\n/, 'module: "x = 1"\n') },
      line: 'a.yaml',
      want: 'this module is no literal block: write it behind |',
    },
    {
      name: 'a module with errors, in its place in the manifest',
      files: { 'a.yaml': workspaceTemplate('a = [\n') },
      line: 'a.yaml',
      want: 'error: a.yaml:14:',
    },
    {
      name: 'a file of variables with errors',
      files: { 'infra/main.tf': sampleTerraform, 'x.tfvars': 'a {}\n' },
      line: 'infra --var-file x.tfvars',
      want: 'error: x.tfvars:1:1: a file of variables has no blocks',
    },
    {
      name: 'a version that is none',
      files: { 'infra/main.tf': sampleTerraform },
      line: 'infra --terraform-version new',
      want: 'is not a version such as 1.9.5',
    },
    {
      name: 'a template file with errors',
      files: {
        'infra/main.tf': sampleTerraform.replace('"1.14.1"', 'templatefile("x.tftpl", {})'),
        'infra/x.tftpl': 'a ${\n',
      },
      want: 'error: infra/x.tftpl:',
    },
    {
      name: 'no repository',
      files: { 'infra/main.tf': sampleTerraform },
      line: 'infra --out infra',
      want: 'error: there is no fitout.yaml in infra',
    },
  ]
  for (const { name, files = {}, line = 'infra', want } of cases) {
    test(name, async () => {
      await scene.given(files)
      const before = await scene.files()
      const said = await migrate(`${line} --write`)
      expect(said).toContain(want)
      expect(said).toContain('(exit 2)')
      expect(said).not.toContain('    at ')
      expect(await scene.files()).toEqual(before)
    })
  }

  test('a pipe in the place of a file, which nobody writes to', async () => {
    await scene.given({ 'infra/main.tf': sampleTerraform })
    await scene.program('mkfifo', 'infra/pipe.tf')
    expect(await migrate('infra --write')).toContain(
      'error: cannot read infra/pipe.tf: it is neither a file nor a folder\n',
    )
    expect(await scene.read('infra/main.tf')).toBe(sampleTerraform)
  })

  test('a file of Terraform behind a link, with nothing written of the rest', async () => {
    await scene.given({ 'real.tf': sampleTerraform, 'infra/.keep': '' })
    await symlink(join(scene.folder, 'real.tf'), join(scene.folder, 'infra/main.tf'))
    const before = await scene.files()
    expect(await migrate('infra --write')).toContain('it is a link; Fitout does not write through links')
    expect(await scene.files()).toEqual(before)
  })

  const asRoot = process.getuid?.() === 0
  const reason = asRoot ? 'root may write everywhere' : undefined
  test.skipIf(asRoot)(orSkip('a folder of Terraform that cannot be written', reason), async () => {
    await scene.given({ 'infra/main.tf': sampleTerraform })
    const before = await scene.files()
    await chmod(join(scene.folder, 'infra'), 0o555)
    expect(await migrate('infra --write')).toContain('permission denied')
    await chmod(join(scene.folder, 'infra'), 0o755)
    expect(await scene.files()).toEqual(before)
  })

  test('a file outside of the folders is not read into the repository', async () => {
    const text = sampleTerraform.replace(
      'interruptionQueue: ${module.karpenter.queue_name}',
      'x: ${file("/etc/hostname")}',
    )
    await scene.given({ 'infra/main.tf': text })
    const said = await migrate('infra')
    expect(said).toContain('handed over')
    expect(said).toContain('file("/etc/hostname")')
  })
})
