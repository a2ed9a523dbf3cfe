import { ref } from '../../kube/kube-object.ts'
import type { Base } from '../base.ts'
import type { Mutation } from './mutation.ts'
import { scaledToZero } from './scaled-to-zero.ts'

/** What is wrong with a chart, or happens to what it made. */
export function chartMutations(base: Base): readonly Mutation[] {
  if (!base.parts.some(({ way }) => way === 'chart')) return []
  const object = base.parts.find(
    ({ object: one }) => one.kind === 'HelmRelease' && one.metadata.name === 'web',
  )?.object
  if (!object) return []
  const file = (name: string, [path, content]: File, words: readonly string[]): Mutation => ({
    name: `chart: ${name}`,
    operator: 'chart',
    mutated: { side: 'chart', object, field: [path], words },
    change: whole => ({ ...whole, chartFiles: { ...whole.chartFiles, [path]: content } }),
  })
  return [
    file(
      'a required value',
      ['templates/extra.yaml', '{{ required "zone must be set" .Values.cluster_zone }}'],
      ['zone must be set'],
    ),
    file('a template that does not end', ['templates/extra.yaml', '{{ if .Values.x }}a: 1'], ['extra.yaml']),
    file('a function that there is not', ['templates/extra.yaml', '{{ lookupp "a" }}'], ['lookupp']),
    file('a nil pointer', ['templates/extra.yaml', '{{ .Values.a.b.c }}'], ['nil pointer', 'extra.yaml']),
    file(
      'a kind that nobody knows',
      ['templates/extra.yaml', 'apiVersion: example.com/v1\nkind: Gadget\nmetadata: {name: one}\n'],
      ['Gadget'],
    ),
    file(
      'a version that is gone',
      ['templates/extra.yaml', 'apiVersion: batch/v1beta1\nkind: CronJob\nmetadata: {name: one}\n'],
      ['batch/v1beta1', 'CronJob'],
    ),
    file(
      'an invalid Service',
      [
        'templates/extra.yaml',
        'apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {ports: [{port: 99999}]}\n',
      ],
      ['99999', 'Service'],
    ),
    file(
      'broken YAML',
      ['templates/extra.yaml', 'apiVersion: v1\nkind: ConfigMap\n metadata: {\n'],
      ['extra.yaml', 'YAML'],
    ),
    file(
      'an object of another namespace',
      [
        'templates/extra.yaml',
        `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: one, namespace: nowhere-${base.id}}\n`,
      ],
      [`nowhere-${base.id}`],
    ),
    file(
      'a Deployment that never runs',
      [
        'templates/extra.yaml',
        'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: extra}\nspec:\n  selector: {matchLabels: {app: extra}}\n  template:\n    metadata: {labels: {app: extra, lab.fitout.dev/played-by: campaign}}\n    spec: {containers: [{name: web, image: "registry.example.com/extra:1.0.0"}]}\n',
      ],
      ['extra'],
    ),
    file(
      'a hook before the installation that fails',
      ['templates/hook.yaml', job('pre-install', 'registry.example.com/web:crashes')],
      ['prepare', 'pre-install'],
    ),
    file(
      'a hook after the installation without an image',
      ['templates/hook.yaml', job('post-install', 'registry.example.com/none:1')],
      ['prepare', 'post-install'],
    ),
    file(
      'a schema that nothing fits',
      ['values.schema.json', '{"type":"object","required":["tenant"]}'],
      ['tenant'],
    ),
    file(
      'a Kubernetes of the future',
      [
        'Chart.yaml',
        JSON.stringify({ apiVersion: 'v2', name: base.id, version: '1.0.0', kubeVersion: '>=2.0.0' }),
      ],
      ['kubeVersion', '2.0.0'],
    ),
    file(
      'a dependency that is not there',
      [
        'Chart.yaml',
        JSON.stringify({
          apiVersion: 'v2',
          name: base.id,
          version: '1.0.0',
          dependencies: [{ name: 'redis', version: '1.0.0', repository: 'https://charts.invalid' }],
        }),
      ],
      ['redis'],
    ),
    {
      name: 'chart: an object of somebody else is in the way',
      operator: 'owner',
      mutated: {
        side: 'workload',
        object: ref('v1', 'ConfigMap', `${base.id}/settings`),
        words: ['settings'],
      },
      before: async ({ workload }) => {
        await workload.apply({ ...ref('v1', 'Namespace', base.id) })
        await workload.apply(
          { ...ref('v1', 'ConfigMap', `${base.id}/settings`), data: { by: 'hand' } },
          '',
          'person',
        )
      },
    },
    ...['Deployment web', 'ConfigMap settings', 'ServiceAccount runner'].map((what): Mutation => {
      const [kind = '', name = ''] = what.split(' ')
      const made = ref(kind === 'Deployment' ? 'apps/v1' : 'v1', kind, `${base.id}/${name}`)
      return {
        name: `live ${what} of the chart: deleted`,
        operator: 'delete',
        mutated: { side: 'workload', object: made },
        after: async ({ workload }) => workload.delete(made),
      }
    }),
    scaledToZero('live Deployment web of the chart: scaled to zero', base),
  ]
}

type File = readonly [path: string, content: string]

function job(hook: string, image: string): string {
  return `apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: prepare\n  annotations: {"helm.sh/hook": ${hook}}\nspec:\n  backoffLimit: 0\n  template:\n    metadata: {labels: {lab.fitout.dev/played-by: campaign}}\n    spec:\n      restartPolicy: Never\n      containers: [{name: web, image: "${image}"}]\n`
}
