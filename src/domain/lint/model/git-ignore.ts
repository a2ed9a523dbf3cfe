const MOST_STARS = 6

interface Pattern {
  readonly folder: string
  readonly form: RegExp
  readonly isFolderOnly: boolean
  readonly isNegated: boolean
}

/**
 * Whether Git is told to ignore a path, by the texts of all `.gitignore` files and the folders that they are in.
 *
 * Git still has what somebody has added in spite of it; this tells only what may be missing for a reason.
 */
export function gitIgnore(texts: ReadonlyMap<string, string>): (path: string) => boolean {
  const patterns = [...texts]
    .toSorted(([a], [b]) => a.split('/').length - b.split('/').length || a.length - b.length)
    .flatMap(([folder, text]) => text.split('\n').flatMap(line => patternOf(folder, line) ?? []))
  return path => {
    const parts = path.split('/')
    // What is in an ignored folder is ignored, whatever other patterns say.
    return parts.some((_, index) => {
      const part = parts.slice(0, index + 1).join('/')
      const isFolder = index + 1 < parts.length
      return isMatched(patterns, part, isFolder)
    })
  }
}

function isMatched(patterns: readonly Pattern[], path: string, isFolder: boolean): boolean {
  const last = patterns.findLast(({ folder, form, isFolderOnly }) => {
    if (isFolderOnly && !isFolder) return false
    if (folder !== '' && !path.startsWith(`${folder}/`)) return false
    return form.test(folder === '' ? path : path.slice(folder.length + 1))
  })
  return last !== undefined && !last.isNegated
}

function patternOf(folder: string, line: string): Pattern | undefined {
  const text = line.replace(/\r$/, '').replace(/(?<!\\)\s+$/, '')
  if (text === '' || text.startsWith('#')) return undefined
  const isNegated = text.startsWith('!')
  const whole = isNegated ? text.slice(1) : text
  const isFolderOnly = whole.endsWith('/')
  const path = whole.replace(/\/+$/, '')
  const isAnchored = path.includes('/')
  // So many stars take for ever on some paths.
  if (path.split(/\*+/).length > MOST_STARS) return undefined
  const body = expressionOf(path.replace(/^\//, ''))
  try {
    const form = new RegExp(isAnchored ? `^${body}$` : `^(?:.*/)?${body}$`)
    return { folder, form, isFolderOnly, isNegated }
  } catch {
    // A class of characters that is none matches nothing.
    return undefined
  }
}

function expressionOf(pattern: string): string {
  return pattern
    .split(/(\/\*\*\/|\*\*\/|\/\*\*|\*\*|\*|\?|\[!?[^\]]*\]|\\.)/)
    .map(part => {
      if (part === '/**/') return '/(?:.*/)?'
      if (part === '**/') return '(?:.*/)?'
      if (part === '/**') return '/.*'
      if (part === '**') return '.*'
      if (part === '*') return '[^/]*'
      if (part === '?') return '[^/]'
      if (/^\[.*\]$/.test(part)) return part.replace(/^\[!/, '[^')
      const plain = part.startsWith('\\') ? part.slice(1) : part
      return plain.replaceAll(/[.+?^${}()|[\]\\*]/g, String.raw`\$&`)
    })
    .join('')
}
