import { partOf } from '../../src/domain/object/fields.ts'
import type { Fields } from '../../src/domain/object/fields.ts'
import type { KubeObject } from '../../src/engine/api/kube-object.ts'
import { type ApplyJob, ApplyScene, type JobEnd } from './apply-scene.ts'
import { ModelGit } from './model-git.ts'

/** The kind that most tests are about. */
export const configMaps = {
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  scope: 'Namespaced',
} as const

/** A Namespace as text. */
export const namespaceText = (name: string): string =>
  `apiVersion: v1\nkind: Namespace\nmetadata: {name: ${name}}\n`

/** A ConfigMap as text; `more` is the rest of its metadata. */
export function mapText(key: string, value = 'one', more = ''): string {
  const [home, name] = key.split('/')
  return `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: ${home}${more}}\ndata: {value: ${value}}\n`
}

/** A kind of someone's own, and an object of it, as texts. */
export const definitionText = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  names: {kind: Widget, plural: widgets, singular: widget, listKind: WidgetList}
  scope: Namespaced
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}}]
`
export const widgetText =
  'apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: w, namespace: web}\nspec: {size: 3}\n'

/** For tests: a repository with one branch, and cluster blue to apply it to. Its folder always has an object. */
export class ApplyBench {
  readonly scene = new ApplyScene()
  readonly git = new ModelGit()

  push(files: Readonly<Record<string, string>>): string {
    return this.git.push(
      this.git.commit({ 'clusters/blue/anchor.yaml': mapText('default/anchor'), ...files }),
    )
  }

  /** Runs a job for the newest commit by default. */
  apply(more: Partial<ApplyJob> = {}): Promise<JobEnd> {
    return this.scene.run({ repository: this.git.clone({ commit: this.git.tip }), ...more })
  }

  find(kind: string, key: string): KubeObject | undefined {
    return this.scene.get(kind, key)
  }

  /** The data of a ConfigMap. */
  data(key: string): Fields | undefined {
    const found = this.find('v1 ConfigMap', key)
    return found && partOf(found, 'data')
  }

  /** What the cluster says that it has taken. */
  record(): Fields | undefined {
    return this.data('kube-system/fitout-apply')
  }

  /** Another client changes a ConfigMap. */
  async change(
    key: string,
    edit: (object: KubeObject) => KubeObject,
    fieldManager = 'somebody',
  ): Promise<void> {
    const [namespace = '', name = ''] = key.split('/')
    const api = this.scene.store.api('somebody')
    const found = await api.get({ resource: configMaps, namespace, name })
    await api.update(configMaps, edit(found), { fieldManager })
  }
}
