import { isFields, itemsIn, partOf, textIn } from '../../object/fields.ts'
import type { FluxKustomization } from './flux-kustomization.ts'

/** Stands for every kind: a patch whose target names none. */
export const ANY_KIND = '*'

/** The kinds that patches of Kustomizations of Flux are for, also those of patches that they add to other Kustomizations. */
export function kindsPatchedByFlux(flux: readonly FluxKustomization[]): ReadonlySet<string> {
  return new Set(
    flux.flatMap(({ object }) =>
      itemsIn(partOf(object.content, 'spec'), 'patches').flatMap(item => {
        const target = textIn(partOf(item, 'target'), 'kind')
        const inText = kindsNamedIn(textIn(item, 'patch'))
        return isFields(item['target']) ? [target || ANY_KIND, ...inText] : inText
      }),
    ),
  )
}

/** The kinds that a text names, at any depth of texts within texts. */
export function kindsNamedIn(text: string): readonly string[] {
  return [...text.matchAll(/\bkind["']?:\s*["']?([A-Za-z]+)/g)].flatMap(([, kind = '']) =>
    kind === '' ? [] : [kind],
  )
}
