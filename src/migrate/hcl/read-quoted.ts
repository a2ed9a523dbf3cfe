const simple: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\' }

/** The text that a literal part of a quoted template stands for; undefined if an escape is unknown. */
export function unescapeQuoted(raw: string): string | undefined {
  let isKnown = true
  const text = raw.replaceAll(
    /\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))|\$\$\{|%%\{/gsu,
    (whole: string, ...[four, eight, char]: readonly (string | undefined)[]) => {
      if (!whole.startsWith('\\')) return whole.slice(1)
      const code = four ?? eight
      if (code !== undefined) return codePoint(code)
      const known = simple[char ?? '']
      if (known === undefined) isKnown = false
      return known ?? ''
    },
  )
  return isKnown ? text : undefined
}

/** The text that a literal part of a heredoc stands for: only `$${` and `%%{` are escapes there. */
export function unescapeHeredoc(raw: string): string {
  return raw.replaceAll(/\$\$\{|%%\{/g, whole => whole.slice(1))
}

function codePoint(hex: string): string {
  const code = Number.parseInt(hex, 16)
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : '�'
}
