import { type Fields, partOf, textIn } from '../../health/read-field.ts'
import { itemsIn, type SeenObject } from '../object/seen-object.ts'

/** Amounts to be set in a container: by `requests` or `limits`, and resource. */
export type Amounts = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The containers that an object makes pods with; none if it makes none. */
export function templateOf(maker: SeenObject): Fields {
  return partOf(partOf(partOf(maker.fields, 'spec'), 'template'), 'spec')
}

/**
 * The patch that sets amounts in containers of what makes the pods; undefined if it has no such container.
 *
 * All containers are in it, so that it does the same however it is merged. JSON is YAML.
 */
export function amountsPatch(maker: SeenObject, amounts: ReadonlyMap<string, Amounts>): string | undefined {
  const lines = ['containers', 'initContainers'].flatMap(list => {
    const items = itemsIn(templateOf(maker), list)
    if (!items.some(item => amounts.has(textIn(item, 'name')))) return []
    return [`      ${list}: ${JSON.stringify(items.map(item => withAmounts(item, amounts)))}`]
  })
  return lines.length === 0 ? undefined : ['spec:', '  template:', '    spec:', ...lines].join('\n')
}

function withAmounts(container: Fields, amounts: ReadonlyMap<string, Amounts>): Fields {
  const more = amounts.get(textIn(container, 'name'))
  if (!more) return container
  const own = partOf(container, 'resources')
  const parts = Object.entries(more).map(([part, set]) => [part, { ...partOf(own, part), ...set }] as const)
  return { ...container, resources: { ...own, ...Object.fromEntries(parts) } }
}
