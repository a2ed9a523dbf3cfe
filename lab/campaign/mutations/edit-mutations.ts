import type { KubeObject } from '../../kube/kube-object.ts'
import { extensionEdits } from './edits/extension-edits.ts'
import { karpenterEdits } from './edits/karpenter-edits.ts'
import { kustomizationEdits } from './edits/kustomization-edits.ts'
import { podEdits } from './edits/pod-edits.ts'
import { releaseEdits } from './edits/release-edits.ts'
import { sourceEdits } from './edits/source-edits.ts'
import { stopEdits } from './edits/stop-edits.ts'
import { replacing, sideOf } from './field-mutations.ts'
import { mergePatch, withField } from './fields.ts'
import type { Mutation, MutationSource } from './mutation.ts'

// Edits as people make them. Written before anybody looked at the rules of `why`.
const edits = [
  ...stopEdits,
  ...podEdits,
  ...extensionEdits,
  ...sourceEdits,
  ...releaseEdits,
  ...kustomizationEdits,
  ...karpenterEdits,
]

/** The edits that fit the objects of a base. */
export const editMutations: MutationSource = base =>
  edits.flatMap(([operator, kind, path, value, when = 'before', words = []]) =>
    base.parts
      .filter(({ object }) => object.kind === kind)
      .flatMap((part): readonly Mutation[] => {
        const keys = path.split('.')
        const field = keys.length > 1 || path in part.object ? keys : keys
        const now = withIds(value, base.id)
        const changed = withField(part.object, field, now)
        // A path that the object does not have is added to it only where its parent is there.
        if (keys.length > 2 && !hasParent(part.object, keys)) return []
        const known =
          typeof now === 'string' ? [now] : typeof now === 'number' && now > 99 ? [String(now)] : []
        const mutated = {
          side: sideOf(part),
          object: part.object,
          field,
          words: [...words.map(one => one.replace('<id>', base.id)), ...known],
        }
        const name = `${kind} ${part.object.metadata.name}: ${path} = ${JSON.stringify(now)}`
        const earlier: Mutation = {
          name,
          operator,
          mutated,
          change: whole => replacing(whole, part, changed),
        }
        const later: Mutation = {
          name: `live ${name}`,
          operator,
          mutated,
          after: patched(part.object, changed),
        }
        const isLive = part.way === 'pack' || part.way === 'node'
        return [...(when === 'after' ? [] : [earlier]), ...(when === 'before' || !isLive ? [] : [later])]
      }),
  )

function patched(object: KubeObject, changed: KubeObject): NonNullable<Mutation['after']> {
  return async ({ workload }) => {
    await workload.patch(object, mergePatch(object, changed) as object)
  }
}

function hasParent(object: KubeObject, keys: readonly string[]): boolean {
  let node: unknown = object
  for (const key of keys.slice(0, -1)) {
    node = (node as Readonly<Record<string, unknown>> | undefined)?.[key]
    if (node === undefined) return false
  }
  return true
}

function withIds(value: unknown, id: string): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll('<id>', id)) as unknown
}
