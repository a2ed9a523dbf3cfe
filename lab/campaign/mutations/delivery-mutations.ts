import { ref } from '../../kube/kube-object.ts'
import { type Base, deliveryNames } from '../base.ts'
import type { Mutated, Mutation, MutationSource } from './mutation.ts'

/** What people do to packs, charts, Git and the Secret of Terraform. */
export const deliveryMutations: MutationSource = base => [
  ...packMutations(base),
  ...chartMutations(base),
  ...gitMutations(base),
  ...handOverMutations(base),
  ...stepMutations(base),
]

function packMutations(base: Base): readonly Mutation[] {
  const object = ref('v1', 'ConfigMap', deliveryNames(base.id).pack)
  const mutated: Mutated = { side: 'management', object }
  const text = (name: string, packText: string, words: readonly string[]): Mutation => ({
    name: `pack: ${name}`,
    operator: 'pack',
    mutated: { ...mutated, words },
    change: whole => ({ ...whole, packText }),
  })
  const namespace = `{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"${base.id}"}}`
  return [
    text('empty', '', ['empty', 'no manifest', 'pack']),
    text(
      'only a comment, as long as a manifest',
      '# what was here has moved to another repository, see there\n',
      ['pack'],
    ),
    text('not YAML', 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n\tname: settings\n  namespace: shop\n', [
      'pack',
    ]),
    text(
      'a template that nobody has filled',
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {{ include "labels" . }}\ndata: {}\n',
      ['pack'],
    ),
    text(
      'no kind',
      `${namespace}\n---\napiVersion: v1\nmetadata:\n  name: settings\n  namespace: ${base.id}\n`,
      ['kind', 'Kind'],
    ),
    text(
      'a kind that nobody knows',
      `${namespace}\n---\napiVersion: example.com/v1\nkind: Gizmo\nmetadata:\n  name: one\n  namespace: ${base.id}\n`,
      ['Gizmo'],
    ),
    text(
      'a version that is no longer served',
      `${namespace}\n---\napiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nmetadata:\n  name: one\n  namespace: ${base.id}\nspec: {minAvailable: 1}\n`,
      ['policy/v1beta1', 'PodDisruptionBudget'],
    ),
    text(
      'a name that is no name',
      `${namespace}\n---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: Not_A_Name\n  namespace: ${base.id}\n`,
      ['Not_A_Name'],
    ),
    text(
      'another namespace',
      `${namespace}\n---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: one\n  namespace: nowhere-at-all\n`,
      ['nowhere-at-all'],
    ),
    {
      name: 'pack: deleted on the management cluster',
      operator: 'pack',
      mutated,
      after: async ({ management, namespace: place }) =>
        management.delete(ref('v1', 'ConfigMap', `${place}/${object.metadata.name}`)),
    },
  ]
}

function chartMutations(base: Base): readonly Mutation[] {
  if (!base.parts.some(({ way }) => way === 'chart')) return []
  const object = base.parts.find(
    ({ object: one }) => one.kind === 'HelmRelease' && one.metadata.name === 'web',
  )?.object
  if (!object) return []
  const file = (name: string, path: string, content: string, words: readonly string[]): Mutation => ({
    name: `chart: ${name}`,
    operator: 'chart',
    mutated: { side: 'chart', object, field: [path], words },
    change: whole => ({ ...whole, chartFiles: { ...whole.chartFiles, [path]: content } }),
  })
  const job = (hook: string, image: string) =>
    `apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: prepare\n  annotations: {"helm.sh/hook": ${hook}}\nspec:\n  backoffLimit: 0\n  template:\n    metadata: {labels: {lab.fitout.dev/played-by: campaign}}\n    spec:\n      restartPolicy: Never\n      containers: [{name: web, image: "${image}"}]\n`
  return [
    file(
      'a required value',
      'templates/extra.yaml',
      '{{ required "zone must be set" .Values.cluster_zone }}',
      ['zone must be set'],
    ),
    file('a template that does not end', 'templates/extra.yaml', '{{ if .Values.x }}a: 1', ['extra.yaml']),
    file('a function that there is not', 'templates/extra.yaml', '{{ lookupp "a" }}', ['lookupp']),
    file('a nil pointer', 'templates/extra.yaml', '{{ .Values.a.b.c }}', ['nil pointer', 'extra.yaml']),
    file(
      'a kind that nobody knows',
      'templates/extra.yaml',
      'apiVersion: example.com/v1\nkind: Gadget\nmetadata: {name: one}\n',
      ['Gadget'],
    ),
    file(
      'a version that is gone',
      'templates/extra.yaml',
      'apiVersion: batch/v1beta1\nkind: CronJob\nmetadata: {name: one}\n',
      ['batch/v1beta1', 'CronJob'],
    ),
    file(
      'an invalid Service',
      'templates/extra.yaml',
      'apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {ports: [{port: 99999}]}\n',
      ['99999', 'Service'],
    ),
    file('broken YAML', 'templates/extra.yaml', 'apiVersion: v1\nkind: ConfigMap\n metadata: {\n', [
      'extra.yaml',
      'YAML',
    ]),
    file(
      'an object of another namespace',
      'templates/extra.yaml',
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: one, namespace: nowhere-at-all}\n',
      ['nowhere-at-all'],
    ),
    file(
      'a Deployment that never runs',
      'templates/extra.yaml',
      'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: extra}\nspec:\n  selector: {matchLabels: {app: extra}}\n  template:\n    metadata: {labels: {app: extra, lab.fitout.dev/played-by: campaign}}\n    spec: {containers: [{name: web, image: "registry.example.com/extra:1.0.0"}]}\n',
      ['extra'],
    ),
    file(
      'a hook before the installation that fails',
      'templates/hook.yaml',
      job('pre-install', 'registry.example.com/web:crashes'),
      ['prepare', 'pre-install'],
    ),
    file(
      'a hook after the installation without an image',
      'templates/hook.yaml',
      job('post-install', 'registry.example.com/none:1'),
      ['prepare', 'post-install'],
    ),
    file('a schema that nothing fits', 'values.schema.json', '{"type":"object","required":["tenant"]}', [
      'tenant',
    ]),
    file(
      'a Kubernetes of the future',
      'Chart.yaml',
      JSON.stringify({ apiVersion: 'v2', name: base.id, version: '1.0.0', kubeVersion: '>=2.0.0' }),
      ['kubeVersion', '2.0.0'],
    ),
    file(
      'a dependency that is not there',
      'Chart.yaml',
      JSON.stringify({
        apiVersion: 'v2',
        name: base.id,
        version: '1.0.0',
        dependencies: [{ name: 'redis', version: '1.0.0', repository: 'https://charts.invalid' }],
      }),
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
    {
      name: 'live Deployment web of the chart: scaled to zero',
      operator: 'scale',
      mutated: {
        side: 'workload',
        object: ref('apps/v1', 'Deployment', `${base.id}/web`),
        field: ['spec', 'replicas'],
      },
      after: async ({ workload }) => {
        await workload.patch(ref('apps/v1', 'Deployment', `${base.id}/web`), { spec: { replicas: 0 } })
      },
    },
  ]
}

function gitMutations(base: Base): readonly Mutation[] {
  if (!base.parts.some(({ way }) => way === 'git')) return []
  const object = base.parts.find(
    ({ object: one }) => one.kind === 'Kustomization' && one.metadata.name === 'apps',
  )?.object
  if (!object) return []
  const file = (name: string, path: string, content: string, words: readonly string[]): Mutation => ({
    name: `git: ${name}`,
    operator: 'git',
    mutated: { side: 'git', object, field: [path], words },
    change: whole => ({ ...whole, gitFiles: { ...whole.gitFiles, [path]: content } }),
  })
  const namespace = base.id
  return [
    file(
      'a list that names a file that is not there',
      'apps/kustomization.yaml',
      'resources: [deploymnet-web.yaml]\n',
      ['deploymnet-web.yaml'],
    ),
    file('a list that is not YAML', 'apps/kustomization.yaml', 'resources: [', [
      'kustomization.yaml',
      'yaml',
    ]),
    file(
      'a field of a list that there is not',
      'apps/kustomization.yaml',
      'resorces: [deployment-web.yaml]\n',
      ['resorces'],
    ),
    file(
      'a file that is not YAML',
      'apps/extra.yaml',
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x\n',
      ['extra.yaml', 'YAML', 'yaml'],
    ),
    file(
      'the same object twice',
      'apps/extra.yaml',
      `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings, namespace: ${namespace}}\n`,
      ['settings'],
    ),
    file(
      'a kind that nobody knows',
      'apps/extra.yaml',
      `apiVersion: example.com/v1\nkind: Gadget\nmetadata: {name: one, namespace: ${namespace}}\n`,
      ['Gadget'],
    ),
    file(
      'no namespace that is there',
      'apps/extra.yaml',
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: one, namespace: nowhere-at-all}\n',
      ['nowhere-at-all'],
    ),
    file(
      'an invalid object',
      'apps/extra.yaml',
      `apiVersion: v1\nkind: Service\nmetadata: {name: one, namespace: ${namespace}}\nspec: {ports: [{port: 99999}]}\n`,
      ['99999'],
    ),
    file(
      'a Job that fails',
      'apps/extra.yaml',
      `apiVersion: batch/v1\nkind: Job\nmetadata: {name: prepare, namespace: ${namespace}}\nspec:\n  backoffLimit: 0\n  template:\n    metadata: {labels: {lab.fitout.dev/played-by: campaign}}\n    spec: {restartPolicy: Never, containers: [{name: web, image: "registry.example.com/web:crashes"}]}\n`,
      ['prepare'],
    ),
    file(
      'an encrypted Secret',
      'apps/extra.yaml',
      `apiVersion: v1\nkind: Secret\nmetadata: {name: token, namespace: ${namespace}}\nstringData: {token: "ENC[AES256_GCM,data:aaaa,iv:bbbb,tag:cccc,type:str]"}\nsops: {age: [], lastmodified: "2026-01-01T00:00:00Z", mac: "x", version: 3.9.0}\n`,
      ['sops', 'SOPS', 'decrypt', 'token'],
    ),
    file(
      'a variable that nobody gives',
      'apps/extra.yaml',
      `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: "one\${suffix:?suffix must be set}", namespace: ${namespace}}\n`,
      ['suffix'],
    ),
    {
      name: 'live Deployment web from Git: scaled to zero by hand',
      operator: 'scale',
      mutated: {
        side: 'workload',
        object: ref('apps/v1', 'Deployment', `${base.id}/web`),
        field: ['spec', 'replicas'],
      },
      after: async ({ workload }) => {
        await workload.patch(ref('apps/v1', 'Deployment', `${base.id}/web`), { spec: { replicas: 0 } })
      },
    },
  ]
}

function handOverMutations(base: Base): readonly Mutation[] {
  if (base.name !== 'values') return []
  const secret = ref('v1', 'Secret', `${base.id}-outputs`)
  const value = (key: string, to: string | null): Mutation => ({
    name: `Secret ${secret.metadata.name}: ${key} = ${JSON.stringify(to)}`,
    operator: 'hand-over',
    mutated: { side: 'management', object: secret, field: ['data', key], words: [key] },
    change: whole => ({
      ...whole,
      parts: whole.parts.map(part => {
        if (part.object.metadata.name !== secret.metadata.name) return part
        const { [key]: _, ...data } = part.object['stringData'] as Record<string, string>
        return {
          ...part,
          object: { ...part.object, stringData: to === null ? data : { ...data, [key]: to } },
        }
      }),
    }),
  })
  const target = ref('v1', 'Secret', `${base.id}-values/outputs`)
  const facts = ref('v1', 'ConfigMap', `${base.id}-values/facts`)
  return [
    ...['queue', 'role_arn', 'endpoint', 'bucket'].flatMap(key => [value(key, null), value(key, '')]),
    value('role_arn', 'agent'),
    value('role_arn', 'arn:aws:iam:role/agent'),
    value('endpoint', 'queue.example.com'),
    value('bucket', '{"name":'),
    value('bucket', '{"nmae":"logs"}'),
    value('bucket', '[]'),
    value('queue', 'a\nb: c'),
    ...[target, facts].map((object): Mutation => ({
      name: `live ${object.kind} ${object.metadata.name} on the workload cluster: deleted`,
      operator: 'delete',
      mutated: { side: 'workload', object },
      after: async ({ workload }) => workload.delete(object),
    })),
    {
      name: `live Namespace ${base.id}-values: deleted`,
      operator: 'delete',
      mutated: { side: 'workload', object: ref('v1', 'Namespace', `${base.id}-values`) },
      after: async ({ workload }) => workload.delete(ref('v1', 'Namespace', `${base.id}-values`)),
    },
    {
      name: 'a quota of the target namespace allows no Secrets',
      operator: 'quota',
      mutated: {
        side: 'workload',
        object: ref('v1', 'ResourceQuota', `${base.id}-values/none`),
        words: ['count/secrets', 'quota'],
      },
      before: async ({ workload }) => {
        await workload.apply({
          ...ref('v1', 'ResourceQuota', `${base.id}-values/none`),
          spec: { hard: { 'count/secrets': '0' } },
        })
      },
    },
    template(
      base,
      'a variable that nobody gives',
      '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"facts","namespace":"NS"},"data":{"zone":"${ZONE}"}}',
      ['ZONE'],
    ),
    template(base, 'no manifest', 'just words, as somebody left them here', ['facts']),
    template(
      base,
      'a kind that nobody knows',
      '{"apiVersion":"example.com/v1","kind":"Fact","metadata":{"name":"facts","namespace":"NS"}}',
      ['Fact'],
    ),
    template(
      base,
      'a namespace that is not there',
      '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"facts","namespace":"nowhere-at-all"},"data":{"queue":"${QUEUE}"}}',
      ['nowhere-at-all'],
    ),
  ]
}

function template(base: Base, name: string, text: string, words: readonly string[]): Mutation {
  const object = ref('v1', 'ConfigMap', `${base.id}-facts`)
  return {
    name: `template: ${name}`,
    operator: 'template',
    mutated: { side: 'management', object, field: ['data', 'facts.yaml'], words },
    change: whole => ({
      ...whole,
      parts: whole.parts.map(part =>
        part.object.metadata.name === object.metadata.name
          ? {
              ...part,
              object: { ...part.object, data: { 'facts.yaml': text.replace('NS', `${base.id}-values`) } },
            }
          : part,
      ),
    }),
  }
}

// Mistakes in the plan itself, that the API server lets pass.
function stepMutations(base: Base): readonly Mutation[] {
  const object = ref('fitout.dev/v1alpha1', 'Fitout', 'base')
  const step = (name: string, change: Base['step'], words: readonly string[]): Mutation => ({
    name: `step: ${name}`,
    operator: 'plan',
    mutated: { side: 'management', object, field: ['spec', 'steps'], words },
    change: whole => ({ ...whole, step: { ...whole.step, ...change } }),
  })
  const [first] = base.wants
  if (!first) return []
  const { apiVersion, kind, metadata } = first
  const proof = (changed: object) => ({ proof: { objects: [{ apiVersion, kind, ...metadata, ...changed }] } })
  return [
    step('the proof names an object that nobody brings', proof({ name: 'wbe' }), ['wbe']),
    step('the proof names a kind that there is not', proof({ kind: 'Deploymnet' }), ['Deploymnet']),
    step(
      'the proof names a version that there is not',
      proof({ apiVersion: `${apiVersion.split('/')[0]}/v9` }),
      ['v9'],
    ),
    step(
      'the gate is another label than that of the set',
      { gate: { label: `other-${base.id}.example.com/enabled` } },
      [deliveryNames(base.id).gate, `other-${base.id}`],
    ),
    step('the set has another name', { resourceSets: [`${base.id}-set`] }, [`${base.id}-set`]),
    step('an expression that is never true', proof({ current: 'false' }), ['current', 'expression', 'false']),
    step('an expression that cannot be read', proof({ current: 'status..x' }), [
      'status..x',
      'expression',
      'CEL',
    ]),
    step('an expression about a field that there is not', proof({ current: 'status.nothing.here == 1' }), [
      'nothing',
      'no such key',
      'expression',
    ]),
  ]
}
