import { ref } from '../../kube/kube-object.ts'
import { type Base, deliveryNames } from '../base.ts'
import type { Mutated, Mutation } from './mutation.ts'

/** What people do to the ConfigMap of a pack. */
export function packMutations(base: Base): readonly Mutation[] {
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
