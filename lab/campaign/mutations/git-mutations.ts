import type { Base } from '../base.ts'
import type { Mutation } from './mutation.ts'
import { scaledToZero } from './scaled-to-zero.ts'

/** What is committed to Git, and cannot be applied. */
export function gitMutations(base: Base): readonly Mutation[] {
  if (!base.parts.some(({ way }) => way === 'git')) return []
  const object = base.parts.find(
    ({ object: one }) => one.kind === 'Kustomization' && one.metadata.name === 'apps',
  )?.object
  if (!object) return []
  const file = (name: string, [path, content]: File, words: readonly string[]): Mutation => ({
    name: `git: ${name}`,
    operator: 'git',
    mutated: { side: 'git', object, field: [path], words },
    change: whole => ({ ...whole, gitFiles: { ...whole.gitFiles, [path]: content } }),
  })
  const namespace = base.id
  return [
    file(
      'a list that names a file that is not there',
      ['apps/kustomization.yaml', 'resources: [deploymnet-web.yaml]\n'],
      ['deploymnet-web.yaml'],
    ),
    file(
      'a list that is not YAML',
      ['apps/kustomization.yaml', 'resources: ['],
      ['kustomization.yaml', 'yaml'],
    ),
    file(
      'a field of a list that there is not',
      ['apps/kustomization.yaml', 'resorces: [deployment-web.yaml]\n'],
      ['resorces'],
    ),
    file(
      'a file that is not YAML',
      ['apps/extra.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x\n'],
      ['extra.yaml', 'YAML', 'yaml'],
    ),
    file(
      'the same object twice',
      [
        'apps/extra.yaml',
        `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings, namespace: ${namespace}}\n`,
      ],
      ['settings'],
    ),
    file(
      'a kind that nobody knows',
      [
        'apps/extra.yaml',
        `apiVersion: example.com/v1\nkind: Gadget\nmetadata: {name: one, namespace: ${namespace}}\n`,
      ],
      ['Gadget'],
    ),
    file(
      'no namespace that is there',
      [
        'apps/extra.yaml',
        `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: one, namespace: nowhere-${base.id}}\n`,
      ],
      [`nowhere-${base.id}`],
    ),
    file(
      'an invalid object',
      [
        'apps/extra.yaml',
        `apiVersion: v1\nkind: Service\nmetadata: {name: one, namespace: ${namespace}}\nspec: {ports: [{port: 99999}]}\n`,
      ],
      ['99999'],
    ),
    file(
      'a Job that fails',
      [
        'apps/extra.yaml',
        `apiVersion: batch/v1\nkind: Job\nmetadata: {name: prepare, namespace: ${namespace}}\nspec:\n  backoffLimit: 0\n  template:\n    metadata: {labels: {lab.fitout.dev/played-by: campaign}}\n    spec: {restartPolicy: Never, containers: [{name: web, image: "registry.example.com/web:crashes"}]}\n`,
      ],
      ['prepare'],
    ),
    file(
      'an encrypted Secret',
      [
        'apps/extra.yaml',
        `apiVersion: v1\nkind: Secret\nmetadata: {name: token, namespace: ${namespace}}\nstringData: {token: "ENC[AES256_GCM,data:aaaa,iv:bbbb,tag:cccc,type:str]"}\nsops: {age: [], lastmodified: "2026-01-01T00:00:00Z", mac: "x", version: 3.9.0}\n`,
      ],
      ['sops', 'SOPS', 'decrypt', 'token'],
    ),
    file(
      'a variable that nobody gives',
      [
        'apps/extra.yaml',
        `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: "one\${suffix:?suffix must be set}", namespace: ${namespace}}\n`,
      ],
      ['suffix'],
    ),
    scaledToZero('live Deployment web from Git: scaled to zero by hand', base),
  ]
}

type File = readonly [path: string, content: string]
