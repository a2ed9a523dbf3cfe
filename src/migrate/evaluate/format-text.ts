import { numberText, textOfValue } from './text-of-value.ts'
import type { Value } from './value.ts'

/** What `format` makes of plain verbs; undefined for verbs that are left to Terraform or do not fit. */
export function formatText(form: string, args: readonly Value[]): string | undefined {
  let next = 0
  let isRead = true
  const text = form.replaceAll(/%(%|[-+ #0-9.*[\]]*[a-zA-Z])/g, (_, verb: string) => {
    if (verb === '%') return '%'
    const value = args[next]
    next += 1
    const shown = value === undefined ? undefined : verbText(verb, value)
    if (shown === undefined) isRead = false
    return shown ?? ''
  })
  return isRead && next === args.length ? text : undefined
}

function verbText(verb: string, value: Value): string | undefined {
  if (verb === 's' || verb === 'v') return textOfValue(value)
  if (verb === 'd')
    return typeof value === 'number' && Number.isInteger(value) ? numberText(value) : undefined
  if (verb === 'q') return typeof value === 'string' ? JSON.stringify(value) : undefined
  if (verb === 't') return typeof value === 'boolean' ? String(value) : undefined
  const padded = /^0(\d+)d$/.exec(verb)
  if (padded?.[1] === undefined || typeof value !== 'number' || value < 0) return undefined
  return numberText(value).padStart(Number(padded[1]), '0')
}
