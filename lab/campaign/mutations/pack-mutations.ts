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
  const more = (name: string, packMore: string, words: readonly string[]): Mutation => ({
    ...text(name, '', words),
    change: whole => ({ ...whole, packMore }),
  })
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
    more('no kind', `apiVersion: v1\nmetadata:\n  name: settings\n  namespace: ${base.id}\n`, [
      'kind',
      'Kind',
    ]),
    more(
      'a kind that nobody knows',
      `apiVersion: example.com/v1\nkind: Gizmo\nmetadata:\n  name: one\n  namespace: ${base.id}\n`,
      ['Gizmo'],
    ),
    more(
      'a version that is no longer served',
      `apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nmetadata:\n  name: one\n  namespace: ${base.id}\nspec: {minAvailable: 1}\n`,
      ['policy/v1beta1', 'PodDisruptionBudget'],
    ),
    more(
      'a name that is no name',
      `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: Not_A_Name\n  namespace: ${base.id}\n`,
      ['Not_A_Name'],
    ),
    more(
      'another namespace',
      `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: one\n  namespace: nowhere-${base.id}\n`,
      [`nowhere-${base.id}`],
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
