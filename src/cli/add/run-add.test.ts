import { afterEach, describe, expect, test } from 'vitest'
import { FleetScene } from '#test/cli/fleet-scene.ts'
import { wholeFluxRelease } from '#test/documents/whole-flux-release.ts'
import { catalogue } from '../../scaffold/catalogue/catalogue.ts'
import { readGoYaml } from '../../domain/yaml/read-go-yaml.ts'
import { readFitout } from '../../domain/validation/read-fitout.ts'
import { writeDocuments } from '../../domain/yaml/document/join-documents.ts'

let scene: FleetScene
afterEach(() => scene.close())
const golden = (name: string) => `../../../test/golden/fleet/add-${name}.txt`
const PLAN = 'infrastructure/control-plane-cluster/fitout/default.yaml'

async function steps(): Promise<readonly string[]> {
  const reading = readFitout(readGoYaml(await scene.read(PLAN)))
  return reading.kind === 'valid' ? reading.fitout.spec.steps.map(({ name }) => name) : []
}

describe('fitout add', () => {
  test('lists the catalogue', async () => {
    scene = await FleetScene.open()
    await expect(await scene.run('add --list')).toMatchFileSnapshot(golden('list'))
    expect(await scene.run('add --list -o json')).toContain('"kind": "AddOnList"')
  })

  test('puts the steps in the order that a cluster needs, whatever is added first', async () => {
    scene = await FleetScene.withRepository()
    await scene.given({ 'install.yaml': writeDocuments([...wholeFluxRelease()]) })
    for (const line of ['add karpenter', 'add flux install.yaml', 'add kong', 'add cilium cilium.yaml']) {
      expect(await scene.run(line)).toContain('(exit 0)')
    }
    expect(await steps()).toEqual(['api', 'cilium', 'flux', 'karpenter', 'kong'])
    expect(await scene.read(PLAN)).toContain('    resourceSets:\n    - ${CLUSTER_NAME}-sync\n')
    expect(await scene.read('fitout.yaml')).toContain(
      '  addOns:\n    karpenter: 1.14.1\n    flux: 2.9.4\n    kong: 0.24.0\n    cilium: 1.20.2\n',
    )
    expect(await scene.run('pack --check')).toContain('(exit 0)')
  })

  test('says what to check before it is merged', async () => {
    scene = await FleetScene.withRepository()
    await expect(await scene.run('add karpenter')).toMatchFileSnapshot(golden('karpenter'))
  })

  test('takes a version, and another one later', async () => {
    scene = await FleetScene.withRepository()
    await scene.run('add kong --version 0.23.0')
    const file = 'infrastructure/workload-clusters/kong/helm-release.yaml'
    expect(await scene.read(file)).toContain('version: 0.23.0\n')
    await scene.run('add kong --version 0.24.0')
    expect(await scene.read(file)).toContain('version: 0.24.0\n')
    expect(await scene.read('fitout.yaml')).toContain('kong: 0.24.0\n')
    expect(await scene.run('init --check')).toContain('(exit 0)')
  })

  test('gives the steps of all Fitouts the version that is asked for, and leaves what people wrote around it', async () => {
    scene = await FleetScene.withRepository()
    await scene.given({ 'install.yaml': writeDocuments([...wholeFluxRelease()]) })
    for (const line of ['add flux install.yaml --version 2.9.4', 'add karpenter --version 1.8.2'])
      expect(await scene.run(line)).toContain('(exit 0)')
    const other = PLAN.replace('default.yaml', 'large.yaml')
    const text = (await scene.read(PLAN)).replace('karpenter: 1.8.2', 'karpenter: "1.8.2" # tried')
    await scene.given({ [PLAN]: text, [other]: text.replace('name: default', 'name: large') })
    expect(await scene.run('add karpenter --version v1.14.1')).toContain('(exit 0)')
    for (const file of [PLAN, other]) {
      expect(await scene.read(file)).toContain('karpenter: "1.14.1" # tried\n')
      expect(await scene.read(file)).toContain('flux: 2.9.4\n')
    }
    expect(await scene.read('infrastructure/sources/karpenter.yaml')).not.toContain('1.8.2')
    await scene.given({ [PLAN]: text })
    expect(await scene.run('add karpenter')).toContain('(exit 0)')
    expect(await scene.read(PLAN)).toBe(text)
  })

  test('takes an add-on of the user, in the same form, with located errors', async () => {
    scene = await FleetScene.withRepository()
    const own =
      'apiVersion: fitout.dev/v1alpha1\nkind: AddOn\nname: web\nsummary: Our web\nversion: 1.0.0\nnamespace: web\nreleases:\n- {name: web, chart: {url: "oci://registry.example.com/web"}}\nproof: {preset: helm-release, with: {name: web, namespace: flux-system}}\n'
    await scene.given({ 'add-ons/web.yaml': own.replace('version: 1.0.0', 'versoin: 1.0.0') })
    await expect(await scene.run('add web')).toMatchFileSnapshot(golden('error-own'))
    await scene.given({ 'add-ons/web.yaml': own })
    expect(await scene.run('add web')).toContain('(exit 0)')
    expect(await scene.read('infrastructure/sources/web.yaml')).toContain(
      'url: oci://registry.example.com/web\n',
    )
    expect(await scene.run('cluster new blue --env dev --set region=eu-west-1')).toContain('(exit 0)')
  })

  test('names in every entry of the catalogue where its version comes from', async () => {
    scene = await FleetScene.open()
    expect([...catalogue.values()].filter(({ sources = [] }) => sources.length === 0)).toEqual([])
  })
})

describe('Refused, with everything as it was:', () => {
  const cases = [
    { name: 'an add-on that nobody knows', line: 'add karpentr', want: 'unknown' },
    { name: 'a pack without manifests', line: 'add cilium', want: 'no-manifests' },
    { name: 'manifests for a chart', line: 'add kong cilium.yaml', want: 'not-packed' },
    { name: 'no name', line: 'add', want: 'no-name' },
    { name: 'a profile that is not there', line: 'add kong --profile gpu', want: 'profile' },
    {
      name: 'a file of another owner',
      files: { 'infrastructure/sources/kong.yaml': 'mine\n' },
      line: 'add kong',
      want: 'foreign',
    },
  ]
  for (const { name, files = {}, line, want } of cases) {
    test(name, async () => {
      scene = await FleetScene.withRepository()
      await scene.given(files)
      const before = await scene.files()
      await expect(await scene.run(line)).toMatchFileSnapshot(golden(`error-${want}`))
      expect(await scene.files()).toEqual(before)
    })
  }

  test('Flux on a spoke', async () => {
    scene = await FleetScene.withRepository('--pattern flux-operator')
    expect(await scene.run('add flux')).toContain('Flux runs on the hub only')
  })
})
