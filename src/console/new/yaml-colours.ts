/** A part of a line of YAML, for its colour. */
export interface YamlPart {
  readonly kind: 'key' | 'comment' | 'text' | 'literal' | 'plain'
  readonly text: string
}

/** Takes a line of YAML apart by its looks alone: it colours what does not read, too. */
export function yamlParts(line: string): readonly YamlPart[] {
  const [, indent = '', key = '', colon = '', rest = ''] =
    /^(\s*(?:- +)*)((?:[\w./-]+|"[^"]*"|'[^']*')(?=:(?:\s|$)))?(:?)(.*)$/s.exec(line) ?? []
  if (key === '') return [plain(indent), ...valueParts(colon + rest)].filter(hasText)
  return [plain(indent), { kind: 'key' as const, text: key }, plain(colon), ...valueParts(rest)].filter(
    hasText,
  )
}

function valueParts(text: string): readonly YamlPart[] {
  const comment = /(?:^|\s)#.*$/s.exec(text)
  const value = comment === null ? text : text.slice(0, comment.index)
  return [
    { kind: kindOf(value.trim()), text: value },
    { kind: 'comment', text: text.slice(value.length) },
  ]
}

function kindOf(value: string): YamlPart['kind'] {
  if (/^(?:true|false|null|~|-?\d[\d._]*)$/.test(value)) return 'literal'
  return /^["'].*["']$/s.test(value) ? 'text' : 'plain'
}

function plain(text: string): YamlPart {
  return { kind: 'plain', text }
}

function hasText({ text }: YamlPart): boolean {
  return text !== ''
}
