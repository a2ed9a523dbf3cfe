import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sampleRelease } from '#test/domain/sample-release.ts'
import { writeDocuments } from '../../domain/yaml/document/join-documents.ts'
import { namespace, object, PackScene } from '#test/cli/pack-scene.ts'

const golden = (name: string) => `../../../test/golden/pack/${name}.txt`

let scene: PackScene
beforeEach(async () => void (scene = await PackScene.open()))
afterEach(() => scene.close())

const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: ships.example.com
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Ship, plural: ships}
  versions: []
`
const ship = 'apiVersion: example.com/v1\nkind: Ship\nmetadata:\n  name: mine\n  namespace: web\n'

describe('Bad input is named, with its place:', () => {
  const cases = [
    {
      name: 'a wrong Secret type',
      files: {
        'a.yaml': object('Secret', 'token', 'type: Opaque\nstringData: {token: CANARY-4711-CANARY}\n'),
      },
      line: 'pack web a.yaml',
      want: 'error-secret-type',
    },
    {
      name: 'a document of 2 MB',
      files: {
        'a.yaml': `${namespace}---\n${object('ConfigMap', 'big', `data: {a: ${'x'.repeat(2_000_000)}}\n`)}`,
      },
      line: 'pack web a.yaml',
      want: 'error-too-large',
    },
    {
      name: 'an empty source',
      files: { 'a.yaml': '# soon\n' },
      line: 'pack web a.yaml',
      want: 'error-empty',
    },
    {
      name: 'two objects of the same name',
      files: { 'm/a.yaml': object('Service', 'web'), 'm/b.yaml': `# again\n${object('Service', 'web')}` },
      line: 'pack web m',
      want: 'error-duplicate',
    },
    {
      name: 'a binary file',
      files: { 'a.yaml': new Uint8Array([0x1f, 0x8b, 0x08, 0x00, 0x00]) },
      line: 'pack web a.yaml',
      want: 'error-binary',
    },
    {
      name: 'invalid YAML in the third document of the fourth file',
      files: {
        '1.yaml': object('ConfigMap', 'a'),
        '2.yaml': object('ConfigMap', 'b'),
        '3.yaml': object('ConfigMap', 'c'),
        '4.yaml': `${object('ConfigMap', 'd')}---\n${object('ConfigMap', 'e')}---\nkind: Pod\n  name: [oops\n`,
      },
      line: 'pack web 1.yaml 2.yaml 3.yaml 4.yaml',
      want: 'error-yaml',
    },
    { name: 'a file that does not exist', files: {}, line: 'pack web a.yaml', want: 'error-not-found' },
    { name: 'plain http', files: {}, line: 'pack web http://example.com/a.yaml', want: 'error-http' },
    {
      name: 'a private address',
      files: {},
      line: 'pack web https://127.0.0.1/a.yaml',
      want: 'error-private',
    },
    { name: 'no source', files: {}, line: 'pack web', want: 'error-no-source' },
    { name: 'no release of Flux', files: {}, line: 'pack flux --version 2.9.4', want: 'error-no-release' },
    {
      name: 'a version that is none',
      files: {},
      line: 'pack flux --version latest',
      want: 'error-bad-version',
    },
    {
      name: 'a name that is none',
      files: { 'a.yaml': namespace },
      line: 'pack Web_1 a.yaml',
      want: 'error-name',
    },
    {
      name: 'a selector that is none',
      files: { 'a.yaml': namespace },
      line: 'pack web a.yaml --selector a=b=c',
      want: 'error-selector',
    },
    {
      name: 'an option of Flux without its version',
      files: { 'a.yaml': namespace },
      line: 'pack flux a.yaml --components source-controller',
      want: 'error-flux-version',
    },
    {
      name: 'a component that Flux does not have',
      files: { 'a.yaml': namespace },
      line: 'pack flux a.yaml --version 2.9.4 --components source-controler',
      want: 'error-flux-component',
    },
    {
      name: 'manifests that are not Flux',
      files: { 'a.yaml': object('ConfigMap', 'a') },
      line: 'pack flux a.yaml --version 2.9.4',
      want: 'error-flux-manifests',
    },
    {
      name: 'a folder with files of another owner',
      files: { 'a.yaml': namespace, 'infrastructure/packs/web/notes.txt': 'mine\n' },
      line: 'pack web a.yaml',
      want: 'error-foreign',
    },
    {
      name: 'a folder that holds no pack',
      files: { 'x/a.txt': '' },
      line: 'pack --unpack x',
      want: 'error-unpack',
    },
  ]
  for (const { name, files, line, want } of cases) {
    test(name, async () => {
      await scene.given(files)
      const before = await readdir(scene.folder, { recursive: true })
      await expect(await scene.run(line)).toMatchFileSnapshot(golden(want))
      expect(await readdir(scene.folder, { recursive: true })).toEqual(before)
    })
  }

  test('never a value of a Secret', async () => {
    await scene.given({ 'a.yaml': object('Secret', 'token', 'stringData: {token: CANARY-4711-CANARY}\n') })
    expect(await scene.run('pack web a.yaml')).not.toContain('CANARY')
  })
})

describe('A pack', () => {
  test('is written with all its files, and a CRD after its custom resource is put right', async () => {
    await scene.given({ 'm/all.yaml': [ship, crd, object('ConfigMap', 'settings'), namespace].join('---\n') })
    await expect(await scene.run('pack web m')).toMatchFileSnapshot(golden('written'))
    const files = await readdir(join(scene.folder, 'infrastructure/packs/web'))
    const texts = await Promise.all(
      files
        .toSorted()
        .map(async file => `==> ${file}\n${await scene.read(`infrastructure/packs/web/${file}`)}`),
    )
    await expect(texts.join('\n')).toMatchFileSnapshot(golden('files'))
  })

  test('can be made again from its record, and is then as it was', async () => {
    await scene.given({ 'a.yaml': namespace })
    await scene.run('pack web a.yaml --selector env=prod -n fleet')
    expect(await scene.run('pack web')).toBe(
      '$ fitout pack web\npacked web: 1 object, 1 ConfigMap, 1 ClusterResourceSet; infrastructure/packs/web is unchanged\n(exit 0)\n',
    )
  })

  test('says what it is to programs', async () => {
    await scene.given({ 'a.yaml': namespace + '---\n' + object('ConfigMap', 'a') })
    await expect(await scene.run('pack web a.yaml -o json')).toMatchFileSnapshot(golden('written-json'))
  })

  test('is read from standard input, and gives its manifests back', async () => {
    const text = object('ConfigMap', 'a', 'data:\n  a: ${b}\n')
    await scene.run('pack web -', text)
    expect(await scene.run('pack --unpack infrastructure/packs/web')).toBe(
      `$ fitout pack --unpack infrastructure/packs/web\n${text}(exit 0)\n`,
    )
  })

  test('has the API version of an older Cluster API when asked to', async () => {
    await scene.given({ 'a.yaml': namespace })
    await scene.run('pack web a.yaml --cluster-api 1.10')
    expect(await scene.read('infrastructure/packs/web/clusterresourcesets.yaml')).toContain(
      'addons.cluster.x-k8s.io/v1beta1',
    )
  })

  test('keeps its strategy for ever, and the way out is another name', async () => {
    await scene.given({ 'a.yaml': object('ConfigMap', 'a') })
    await scene.run('pack web a.yaml')
    await expect(await scene.run('pack web a.yaml --strategy ApplyOnce')).toMatchFileSnapshot(
      golden('error-immutable'),
    )
  })
})

describe('A release of Flux', () => {
  test('is installed as `flux install` does, and its options are written down', async () => {
    await scene.given({ 'install.yaml': writeDocuments(sampleRelease('install.yaml')) })
    await expect(
      await scene.run(
        'pack flux install.yaml --version v2.9.4 --components source-controller,kustomize-controller --network-policy=false',
      ),
    ).toMatchFileSnapshot(golden('flux'))
    await expect(await scene.read('infrastructure/packs/flux/pack.yaml')).toMatchFileSnapshot(
      golden('flux-record'),
    )
    expect(await scene.run('pack flux --check')).toContain('matches its sources')
  })
})

describe('--check', () => {
  test('says yes to a pack that is what its sources give', async () => {
    await scene.given({ 'a.yaml': namespace, 'b.yaml': object('ConfigMap', 'b') })
    await scene.run('pack one a.yaml')
    await scene.run('pack two b.yaml')
    await expect(await scene.run('pack --check')).toMatchFileSnapshot(golden('check-yes'))
  })

  test('says no to a pack that was edited, or whose sources changed', async () => {
    await scene.given({ 'a.yaml': object('ConfigMap', 'a') })
    await scene.run('pack one a.yaml')
    await scene.given({ 'infrastructure/packs/one/kustomization.yaml': 'resources: []\n' })
    await expect(await scene.run('pack one --check')).toMatchFileSnapshot(golden('check-edited'))
    await scene.run('pack one')
    await scene.given({ 'a.yaml': object('ConfigMap', 'a', 'data: {a: b}\n') })
    await expect(await scene.run('pack one --check')).toMatchFileSnapshot(golden('check-changed'))
    await expect(await scene.run('pack --check -o json')).toMatchFileSnapshot(golden('check-json'))
  })

  test('cannot say without the standard input that the pack was made from', async () => {
    await scene.run('pack one -', object('ConfigMap', 'a'))
    await expect(await scene.run('pack one --check')).toMatchFileSnapshot(golden('check-stdin'))
  })
})

describe('--diff', () => {
  test('says what becomes of each object, and writes nothing', async () => {
    await scene.given({
      'a.yaml': [object('ConfigMap', 'a'), object('Service', 'old'), ship, crd].join('---\n'),
    })
    await scene.run('pack one a.yaml')
    const before = await scene.read('infrastructure/packs/one/pack.yaml')
    await scene.given({
      'a.yaml': [object('ConfigMap', 'a', 'data: {a: b}\n'), object('Service', 'new'), crd].join('---\n'),
    })
    await expect(await scene.run('pack one --diff')).toMatchFileSnapshot(golden('diff'))
    await expect(await scene.run('pack one --diff -o json')).toMatchFileSnapshot(golden('diff-json'))
    expect(await scene.read('infrastructure/packs/one/pack.yaml')).toBe(before)
  })

  test('says so when nothing changes', async () => {
    await scene.given({ 'a.yaml': object('ConfigMap', 'a') })
    await scene.run('pack one a.yaml')
    expect(await scene.run('pack one --diff')).toBe(
      '$ fitout pack one --diff\none: no object changes\n(exit 0)\n',
    )
  })
})
