import { ref } from '../../kube/kube-object.ts'
import type { Base } from '../base.ts'
import { withField } from './fields.ts'
import type { Mutation } from './mutation.ts'

/** What Terraform writes, or does not, and what is filled with it. */
export function handOverMutations(base: Base): readonly Mutation[] {
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
        return { ...part, object: withField(part.object, ['stringData', key], to ?? undefined) }
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
      [
        'a variable that nobody gives',
        '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"facts","namespace":"NS"},"data":{"zone":"${ZONE}"}}',
      ],
      ['ZONE'],
    ),
    template(base, ['no manifest', 'just words, as somebody left them here'], ['facts']),
    template(
      base,
      [
        'a kind that nobody knows',
        '{"apiVersion":"example.com/v1","kind":"Fact","metadata":{"name":"facts","namespace":"NS"}}',
      ],
      ['Fact'],
    ),
    template(
      base,
      [
        'a namespace that is not there',
        '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"facts","namespace":"nowhere-at-all"},"data":{"queue":"${QUEUE}"}}'.replace(
          'nowhere-at-all',
          `nowhere-${base.id}`,
        ),
      ],
      [`nowhere-${base.id}`],
    ),
  ]
}

function template({ id }: Base, [name, text]: readonly [string, string], words: readonly string[]): Mutation {
  const object = ref('v1', 'ConfigMap', `${id}-facts`)
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
              object: { ...part.object, data: { 'facts.yaml': text.replace('NS', `${id}-values`) } },
            }
          : part,
      ),
    }),
  }
}
