import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sampleRelease } from '#test/domain/sample-release.ts'
import { writeDocuments } from '../../domain/yaml/document/join-documents.ts'
import { namespace, object, PackScene } from '#test/cli/pack-scene.ts'

const golden = (name: string) => `../../../test/golden/pack/${name}.txt`

let scene: PackScene
beforeEach(async () => {
  scene = await PackScene.open()
  await scene.given({ 'a.yaml': object('ConfigMap', 'a'), 'b.yaml': object('ConfigMap', 'b') })
})
afterEach(() => scene.close())

describe('--diff says', () => {
  test('what goes along when a Namespace or a CustomResourceDefinition is removed', async () => {
    const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: ships.example.com}
spec: {group: example.com, scope: Namespaced, names: {kind: Ship, plural: ships}, versions: []}
`
    await scene.given({ 'c.yaml': [namespace, crd].join('---\n') })
    await scene.run('pack web a.yaml c.yaml')
    await expect(await scene.run('pack web a.yaml --diff')).toMatchFileSnapshot(golden('diff-takes-along'))
  })

  test('that the pack moves to another namespace', async () => {
    await scene.run('pack web a.yaml')
    await expect(await scene.run('pack web a.yaml b.yaml -n fleet --diff')).toMatchFileSnapshot(
      golden('diff-move'),
    )
  })

  test('it of all packs when no name is given', async () => {
    await scene.run('pack one a.yaml')
    await scene.run('pack two b.yaml')
    await scene.run('pack three a.yaml')
    await scene.given({
      'infrastructure/packs/broken/x.txt': '',
      'a.yaml': object('ConfigMap', 'a', 'data: {a: b}\n'),
    })
    await expect(await scene.run('pack --diff')).toMatchFileSnapshot(golden('diff-all'))
    await expect(await scene.run('pack --diff -o json')).toMatchFileSnapshot(golden('diff-all-json'))
  })
})

describe('A pack that is there', () => {
  test('is not replaced by one of another name', async () => {
    await scene.run('pack one a.yaml')
    await expect(await scene.run('pack two b.yaml --out infrastructure/packs/one')).toMatchFileSnapshot(
      golden('error-other-pack'),
    )
    expect(await scene.run('pack two --check --out infrastructure/packs/one')).toContain(
      'contains the pack one',
    )
    expect(await scene.run('pack one --check')).toContain('(exit 0)')
  })

  test('keeps its namespace when it is made again without --namespace', async () => {
    await scene.run('pack web a.yaml -n prod')
    await scene.run('pack web a.yaml b.yaml')
    expect(await scene.read('infrastructure/packs/web/pack.yaml')).toContain('\n  namespace: prod\n')
    expect(await scene.run('pack web a.yaml b.yaml --check')).toContain('(exit 0)')
    expect(await scene.run('pack web a.yaml b.yaml --diff')).toContain('web: no object changes')
  })

  test('moves to the namespace that is given, with a warning', async () => {
    await scene.run('pack web a.yaml -n prod')
    expect(await scene.run('pack web a.yaml -n default')).toBe(
      `$ fitout pack web a.yaml -n default
warning: the pack moves from namespace prod to default: its ClusterResourceSets and ConfigMaps are removed from prod; clusters there keep what they have, without updates
packed web: 1 object, 1 ConfigMap, 1 ClusterResourceSet; infrastructure/packs/web is replaced
(exit 0)
`,
    )
    expect(await scene.run('pack web a.yaml -n default')).not.toContain('warning')
  })

  test('needs --namespace when its record does not say it', async () => {
    const record = 'infrastructure/packs/web/pack.yaml'
    await scene.run('pack web a.yaml -n prod')
    await scene.given({ [record]: (await scene.read(record)).replace('namespace: prod', 'namespace: ""') })
    expect(await scene.run('pack web a.yaml')).toBe(
      `$ fitout pack web a.yaml
error: cannot read ${record}: options.namespace must be a string that is not empty
(exit 1)
`,
    )
    expect(await scene.run('pack web a.yaml -n prod')).toContain('(exit 0)')
  })

  test('loses the options of Flux only with a warning', async () => {
    await scene.given({ 'install.yaml': writeDocuments(sampleRelease('install.yaml')) })
    await scene.run(
      'pack flux install.yaml --version v2.9.4 --components source-controller,kustomize-controller --flux-namespace f --network-policy false --toleration-keys a,b',
    )
    await expect(await scene.run('pack flux install.yaml --diff')).toMatchFileSnapshot(golden('flux-dropped'))
    expect(await scene.run('pack flux install.yaml')).toContain('warning: the options of Flux are dropped')
    expect(await scene.run('pack flux install.yaml')).not.toContain('warning: the options of Flux')
  })
})
