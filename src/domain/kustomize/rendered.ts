import { apiGroup } from '../object/api-group.ts'
import { type Fields, partOf, textIn } from '../object/fields.ts'
import type { LintObject } from '../lint/model/lint-object.ts'
import type { Place } from '../pack/pack-problem.ts'

/** An object as kustomize writes it. */
export interface RenderedObject {
  readonly content: Fields
  readonly group: string
  readonly kind: string
  readonly namespace: string
  readonly name: string
  /** Where it stands in the repository. */
  readonly source: LintObject
  /** The names that it had on the way, with that of its file. */
  readonly formerNames: readonly string[]
  /** Whether its name still gets a hash. */
  readonly isHashed: boolean
  /** What might change it further and is not followed, written out so that a change of it can be noticed. */
  readonly doubt: string
}

/** What a folder renders to. */
export interface Rendering {
  readonly objects: readonly RenderedObject[]
  readonly notFollowed: readonly NotRendered[]
}

/** Something that a kustomization asks for and that is not carried out here. */
export interface NotRendered {
  readonly place: Place
  readonly because: string
}

/** An object as it stands in its file. */
export function renderedAsIs(source: LintObject): RenderedObject {
  return withContent(
    {
      content: source.content,
      group: source.group,
      kind: source.kind,
      namespace: source.namespace,
      name: source.name,
      source,
      formerNames: [source.name],
      isHashed: source.isHashed,
      doubt: '',
    },
    source.content,
  )
}

/** The object with other content. */
export function withContent(object: RenderedObject, content: Fields): RenderedObject {
  const metadata = partOf(content, 'metadata')
  const name = textIn(metadata, 'name')
  return {
    ...object,
    content,
    group: apiGroup(textIn(content, 'apiVersion')),
    kind: textIn(content, 'kind'),
    namespace: textIn(metadata, 'namespace'),
    name,
    formerNames: object.formerNames.includes(name) ? object.formerNames : [...object.formerNames, name],
  }
}
