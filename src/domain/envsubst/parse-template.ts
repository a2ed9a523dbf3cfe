import { ExpressionReader } from './expression-reader.ts'
import { wellFormed } from './operators/utf8.ts'
import type { Part, Template } from './template.ts'

/**
 * Reads the expressions of a text as Flux and clusterctl do; throws an EnvsubstError for the first that is wrong.
 *
 * Outside of an expression `$$` stands for one dollar sign, and a dollar sign before anything but `{` for itself.
 */
export function parseTemplate(text: string): Template {
  const source = wellFormed(text)
  // Upstream takes a NUL for the end of the text. What follows it is dropped without a word, there and here.
  const nul = source.indexOf('\0')
  const end = nul < 0 ? source.length : nul
  const reader = new ExpressionReader(source, end)
  const parts: Part[] = []
  let literal = ''
  let from = 0
  for (;;) {
    const dollar = source.indexOf('$', from)
    if (dollar < 0 || dollar >= end) break
    const next = dollar + 1 < end ? source[dollar + 1] : undefined
    if (next !== '{') {
      literal += source.slice(from, dollar + 1)
      from = dollar + (next === '$' ? 2 : 1)
      continue
    }
    literal += source.slice(from, dollar)
    if (literal !== '') parts.push({ kind: 'text', text: literal })
    literal = ''
    const expression = reader.read(dollar)
    parts.push(expression)
    from = expression.end
  }
  literal += source.slice(from, end)
  if (literal !== '') parts.push({ kind: 'text', text: literal })
  return { source, parts, cutAt: nul < 0 ? undefined : nul }
}
