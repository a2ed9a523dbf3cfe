import { chmodSync } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { FleetScene, GIT } from '#test/cli/fleet-scene.ts'
import { orSkip } from '#test/cli/or-skip.ts'
import { wholeFluxRelease } from '#test/documents/whole-flux-release.ts'
import { writeDocuments } from '../../domain/yaml/document/join-documents.ts'

let scene: FleetScene
afterEach(() => scene.close())
const golden = (name: string) => `../../../test/golden/fleet/${name}.txt`

describe('fitout init', () => {
  test('shows the tree, writes it, and says what is next', async () => {
    scene = await FleetScene.open()
    await expect(await scene.run(`init fleet --git ${GIT} --env dev,prod`)).toMatchFileSnapshot(
      golden('init'),
    )
    await expect(await scene.read('fleet/fitout.yaml')).toMatchFileSnapshot(golden('init-fitout-yaml'))
    await expect(await scene.read('fleet/README.md')).toMatchFileSnapshot(golden('init-readme'))
    await expect(await scene.read('fleet/.gitlab-ci.yml')).toMatchFileSnapshot(golden('init-gitlab-ci'))
  })

  test.for(['flux-operator', 'terraform'])(
    'says in the README of pattern %s how Flux comes to clusters, and what Fitout needs there',
    async pattern => {
      scene = await FleetScene.withRepository(`--pattern ${pattern} --env dev`)
      await expect(await scene.read('README.md')).toMatchFileSnapshot(golden(`${pattern}-readme`))
    },
  )

  test('writes a workflow for GitHub, and is read by programs', async () => {
    scene = await FleetScene.open()
    const said = await scene.run(
      'init --git ssh://git@github.com/acme/fleet.git --env dev --credentials none -o json',
    )
    expect(said).toContain('"result": "written"')
    await expect(await scene.read('.github/workflows/fleet.yaml')).toMatchFileSnapshot(golden('init-github'))
    expect((await scene.files()).has('.sops.yaml')).toBe(false)
  })

  test.for(['flux-cli', 'flux-cli-kas'])(
    'says in the README of pattern %s how Flux comes to a cluster',
    async pattern => {
      scene = await FleetScene.open()
      await scene.run(`init --pattern ${pattern} --git ${GIT}`)
      await expect(await scene.read('README.md')).toMatchFileSnapshot(golden(`init-readme-${pattern}`))
    },
  )

  test('asks five questions on a terminal, and takes an empty line for the default', async () => {
    scene = await FleetScene.open()
    const said = await scene.run('init', {
      isTerminal: true,
      stdin: `${GIT}\nterraform\n\ndev, test\nnone\n`,
    })
    expect(said.split('\n').filter(line => line.includes(':') && /\[|reads it:/.test(line))).toHaveLength(5)
    const file = await scene.read('fitout.yaml')
    expect(file).toContain('pattern: terraform\nlayout: helm\n')
    expect(file).toContain('  dev: {}\n  test: {}\n')
  })

  test('asks again for an answer that is wrong, and says why', async () => {
    scene = await FleetScene.open()
    const answers = ['', 'git@gitlab.com:acme/fleet.git', GIT, 'flux', 'crs', 'helm', 'Dev', 'dev', 'sops']
    const said = await scene.run('init --dry-run', { isTerminal: true, stdin: `${answers.join('\n')}\n` })
    await expect(said).toMatchFileSnapshot(golden('init-asks-again'))
  })

  test('writes nothing when the input ends before the last question', async () => {
    scene = await FleetScene.open()
    const said = await scene.run('init', { isTerminal: true, stdin: `${GIT}\n\n` })
    await expect(said).toMatchFileSnapshot(golden('error-input-ended'))
    expect([...(await scene.files()).keys()]).toEqual([])
  })

  test('asks for what flags do not say, and never with --no-input', async () => {
    scene = await FleetScene.open()
    const flags = `--git ${GIT} --pattern crs --layout helm --env dev`
    expect(await scene.run(`init a ${flags}`, { isTerminal: true, stdin: '\n' })).toContain('[sops]')
    expect(await scene.run(`init b ${flags} --no-input`, { isTerminal: true })).not.toContain('[sops]')
  })

  test('takes the address of the clone that it is in', async () => {
    scene = await FleetScene.open()
    await scene.given({ '.git/config': '[remote "origin"]\n\turl = git@gitlab.com:acme/fleet.git\n' })
    await scene.run('init')
    expect(await scene.read('fitout.yaml')).toContain('url: ssh://git@gitlab.com/acme/fleet.git\n')
  })

  test('writes the manifests of Flux from a release', async () => {
    scene = await FleetScene.open()
    await scene.given({ 'install.yaml': writeDocuments([...wholeFluxRelease()]) })
    expect(await scene.run(`init fleet --git ${GIT} --flux install.yaml`)).toContain('(exit 0)')
    const folder = 'fleet/clusters/tmp-mgmt/flux-system'
    expect(await scene.read(`${folder}/gotk-components.yaml`)).toContain(
      '# Flux v2.9.4, as `flux install --export` makes it',
    )
    expect(await scene.read(`${folder}/kustomization.yaml`)).toContain(
      '- gotk-components.yaml\n- gotk-sync.yaml\n',
    )
  })

  test('leaves a README that is there, and writes its own beside it', async () => {
    scene = await FleetScene.open()
    await scene.given({ 'README.md': 'mine\n' })
    expect(await scene.run(`init --git ${GIT}`)).toContain('next: FLEET.md says what to do')
    expect(await scene.read('README.md')).toBe('mine\n')
    expect(await scene.run('init --check')).toContain('(exit 0)')
  })

  test('writes nothing with --dry-run', async () => {
    scene = await FleetScene.open()
    expect(await scene.run(`init --git ${GIT} --dry-run`)).toContain('would be written')
    expect([...(await scene.files()).keys()]).toEqual([])
  })
})

describe('Refused, with everything as it was:', () => {
  const cases = [
    { name: 'no address', line: 'init', want: 'no-address' },
    {
      name: 'the short form of an address',
      line: 'init --git git@gitlab.com:acme/fleet.git',
      want: 'scp-address',
    },
    {
      name: 'a password in the address',
      line: 'init --git https://me:secret@gitlab.com/acme/fleet.git',
      want: 'password',
    },
    { name: 'an environment that is no DNS label', line: `init --git ${GIT} --env Dev`, want: 'environment' },
    {
      name: 'an environment that is a folder',
      line: `init --git ${GIT} --env hub`,
      want: 'environment-taken',
    },
    { name: 'a version that is none', line: `init --git ${GIT} --kubernetes 1.35`, want: 'version' },
    { name: 'a pattern that is none', line: `init --git ${GIT} --pattern flux`, want: 'pattern' },
    {
      name: 'manifests of Flux that are not there',
      line: `init --git ${GIT} --flux install.yaml`,
      want: 'no-flux',
    },
    {
      name: 'other files',
      files: { 'clusters/dev/mgmt/infrastructure.yaml': 'mine\n' },
      line: `init --git ${GIT}`,
      want: 'foreign',
    },
    { name: 'an upgrade of nothing', line: 'init --upgrade', want: 'no-repository' },
    {
      name: 'a fitout.yaml with mistakes',
      files: {
        'fitout.yaml':
          'apiVersion: fitout.dev/v1alpha1\nkind: FleetRepository\npatern: crs\ngit: {url: x}\nenvironments: {}\n',
      },
      line: 'init --check',
      want: 'bad-file',
    },
    {
      name: 'a fitout.yaml that is no YAML',
      files: { 'fitout.yaml': 'a: [\n' },
      line: 'init --check',
      want: 'no-yaml',
    },
  ]
  for (const { name, files = {}, line, want } of cases) {
    test(name, async () => {
      scene = await FleetScene.open()
      await scene.given(files)
      const before = await scene.files()
      const said = await scene.run(line)
      await expect(said).toMatchFileSnapshot(golden(`error-${want}`))
      expect(said.slice(said.indexOf('\n'))).not.toContain('secret')
      expect(await scene.files()).toEqual(before)
    })
  }

  const isRoot = process.getuid?.() === 0
  test.skipIf(isRoot)(
    orSkip('a folder that cannot be written', isRoot ? 'root may write everywhere' : undefined),
    async () => {
      scene = await FleetScene.open()
      await mkdir(join(scene.folder, 'fixed'))
      await chmod(join(scene.folder, 'fixed'), 0o555)
      expect(await scene.run(`init fixed --git ${GIT}`)).toContain(
        'error: cannot write fixed: permission denied',
      )
      chmodSync(join(scene.folder, 'fixed'), 0o755)
    },
  )
})

describe('fitout init --upgrade', () => {
  test('brings a new environment, keeps what people changed, and does it once', async () => {
    scene = await FleetScene.withRepository('--env dev')
    const file = await scene.read('fitout.yaml')
    const plan = 'infrastructure/control-plane-cluster/fitout/default.yaml'
    const mine = `${await scene.read(plan)}  # mine\n`
    await scene.given({ 'fitout.yaml': file.replace('  dev: {}\n', '  dev: {}\n  prod: {}\n'), [plan]: mine })
    expect(await scene.run('init --check')).toContain('+ clusters/prod/mgmt/infrastructure.yaml')
    expect(await scene.run('init --check')).toContain('(exit 1)')
    expect(await scene.run('init --upgrade', { below: 'clusters/dev' })).toContain('(exit 0)')
    expect(await scene.read('clusters/tmp-mgmt/infrastructure.yaml')).toContain('path: ./clusters/prod/mgmt')
    expect(await scene.read(plan)).toBe(mine)
    const before = await scene.files()
    expect(await scene.run('init --upgrade')).toContain('up to date')
    expect(await scene.files()).toEqual(before)
  })

  test('marks what both changed as Git does, says so, and leaves it to people', async () => {
    scene = await FleetScene.withRepository('--env dev')
    const path = 'clusters/tmp-mgmt/flux-system/gotk-sync.yaml'
    const [file, sync] = [await scene.read('fitout.yaml'), await scene.read(path)]
    await scene.given({
      'fitout.yaml': file.replace('branch: main', 'branch: stable'),
      [path]: sync.replace('branch: main', 'branch: mine'),
    })
    await expect(await scene.run('init --upgrade')).toMatchFileSnapshot(golden('upgrade-conflict'))
    expect(await scene.read(path)).toContain(
      '<<<<<<< yours\n    branch: mine\n=======\n    branch: stable\n>>>>>>> fitout\n',
    )
    expect(await scene.run('init --check')).toContain('(exit 0)')
  })

  test('asks for the manifests of another Flux before it names it', async () => {
    scene = await FleetScene.open()
    await scene.given({ 'install.yaml': writeDocuments([...wholeFluxRelease()]) })
    await scene.run(`init --git ${GIT} --flux install.yaml`)
    const file = await scene.read('fitout.yaml')
    await scene.given({ 'fitout.yaml': file.replace('flux: 2.9.4', 'flux: 2.9.5') })
    expect(await scene.run('init --upgrade')).toContain(
      'try: fitout init --upgrade --flux https://github.com/fluxcd/flux2/releases/download/v2.9.5/install.yaml',
    )
  })

  test('refuses a record that a user broke', async () => {
    scene = await FleetScene.withRepository()
    await scene.given({ '.fitout/written/init.yaml': 'a: [\n' })
    expect(await scene.run('init --check')).toContain(
      'fix: restore it from Git: git checkout -- .fitout/written/init.yaml\n(exit 2)',
    )
  })
})
