import { describe, expect, test } from 'vitest'
import { kustomizeSamples, type KustomizeSample } from '#test/domain/kustomize-samples.ts'
import { encodeUtf8 } from '../bytes/utf8.ts'
import { readLintRepository } from '../lint/model/lint-repository.ts'
import { partOf } from '../object/fields.ts'
import { Renderer } from './renderer.ts'
import type { Rendering } from './rendered.ts'

function rendering({ files, folder }: Pick<KustomizeSample, 'files' | 'folder'>): Rendering {
  const texts = new Map(Object.entries(files).filter(([path]) => /\.ya?ml$/.test(path)))
  const repository = readLintRepository({ texts, paths: new Set(Object.keys(files)), isWhole: true })
  const bytesOf = (path: string) => (files[path] === undefined ? undefined : encodeUtf8(files[path]))
  return new Renderer(repository, bytesOf).folder(folder)
}

function sample(name: string): KustomizeSample {
  const found = kustomizeSamples.find(one => one.name === name)
  if (!found) throw new Error(`there is no sample ${name}`)
  return found
}

// lab/stories/kustomize-rendering.test.ts holds the same samples against the real kustomize.
describe('A folder', () => {
  test.for([
    {
      name: 'login.env',
      text: 'password=ENC[AES256_GCM,data:abc,type:str]\nsops_version=3.9.0\n',
      by: 'envs',
    },
    { name: 'login.json', text: '{"password": "ENC[AES256_GCM,data:abc]", "sops": {}}', by: 'files' },
    { name: 'login.txt', text: 'password: ENC[AES256_GCM,data:abc]\nsops:\n  version: 3.9.0\n', by: 'files' },
  ])('does not tell the hash of a Secret that Flux decrypts before: $name', ({ name, text, by }) => {
    const files = {
      'kustomization.yaml': `secretGenerator: [{name: login, ${by}: [${name}]}]\nconfigMapGenerator: [{name: same, ${by}: [${name}]}]\n`,
      [name]: text,
    }
    const { objects, notFollowed } = rendering({ files, folder: '' })
    expect(objects.map(({ kind }) => kind)).toEqual(['ConfigMap'])
    expect(notFollowed.map(({ because }) => because)).toEqual([
      `${name} is encrypted by SOPS, so that what is generated from it is not known`,
    ])
  })

  test('names its generated objects by their hash, and everything that names them', () => {
    const { objects, notFollowed } = rendering(sample('a base with generators'))
    expect(notFollowed).toEqual([])
    expect(objects.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'Deployment web',
      'Service web',
      'ServiceAccount web',
      'ClusterRole web',
      'ClusterRoleBinding web',
      'ConfigMap settings-ckdd7f695f',
      'Secret login-dkc6bcmbc9',
    ])
    const [deployment] = objects
    const spec = JSON.stringify(partOf(deployment?.content ?? {}, 'spec'))
    expect(spec).toContain('"configMapKeyRef":{"name":"settings-ckdd7f695f"')
    expect(spec).toContain('"configMap":{"name":"settings-ckdd7f695f"}')
    expect(spec).toContain('"secretRef":{"name":"login-dkc6bcmbc9"}')
  })

  test('renders every sample without anything that is not followed', () => {
    expect(kustomizeSamples.map(one => rendering(one).notFollowed)).toEqual(kustomizeSamples.map(() => []))
  })

  const unfollowed = [
    {
      name: 'an address',
      text: 'resources: [https://example.com/x.yaml]',
      want: 'https://example.com/x.yaml is not in this repository',
    },
    { name: 'a chart', text: 'helmCharts: [{name: a}]', want: 'only kustomize itself can run helmCharts' },
    {
      name: 'a replacement',
      text: 'replacements: [{path: r.yaml}]',
      want: 'only kustomize itself can run replacements',
    },
    {
      name: 'a patch that fails',
      text: 'resources: [a.yaml]\npatches:\n- target: {kind: ConfigMap}\n  patch: |\n    - {op: remove, path: /data/gone}',
      want: 'the patch fails: there is no "gone"',
    },
    {
      name: 'a file of a generator that is not there',
      text: 'configMapGenerator: [{name: a, files: [gone.txt]}]',
      want: 'gone.txt cannot be read',
    },
  ]
  test.for(unfollowed)('says what is not followed, and why: $name', ({ text, want }) => {
    const files = {
      'kustomization.yaml': `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n${text}\n`,
      'a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {}\n',
    }
    expect(rendering({ files, folder: '' }).notFollowed.map(({ because }) => because)).toEqual([want])
  })
})
