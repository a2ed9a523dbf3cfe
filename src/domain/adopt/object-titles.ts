import type { Deliverer, GitObject } from '../change/delivery/delivery.ts'
import { type Fields, partOf, textIn } from '../object/fields.ts'

/** An object as people call it: `HelmRelease flux-system/karpenter`. */
export function titleOfObject({
  kind,
  namespace,
  name,
}: Pick<GitObject, 'kind' | 'namespace' | 'name'>): string {
  return namespace === '' ? `${kind} ${name}` : `${kind} ${namespace}/${name}`
}

/** The same of an object that was read. */
export function titleOfFields(object: Fields): string {
  const metadata = partOf(object, 'metadata')
  return titleOfObject({
    kind: textIn(object, 'kind'),
    namespace: textIn(metadata, 'namespace'),
    name: textIn(metadata, 'name'),
  })
}

/** Who delivers an object, in words. */
export function delivererTitle({ kind, namespace, name, source }: Deliverer): string {
  if (kind === 'Fitout') return `hand-over of step ${source ?? ''}`
  if (kind === 'nothing in Git') return 'whoever applies this repository'
  return `${kind} ${namespace === '' ? '' : `${namespace}/`}${name}`
}
