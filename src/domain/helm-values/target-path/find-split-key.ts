import { endsLikeDomain, holdsLabels, isDomain, isWellKnownPrefix } from './key-prefixes.ts'

/** Names of a path that were most likely meant as one key with dots in it: from the first to the last of them. */
export interface SplitKey {
  readonly from: number
  readonly to: number
  readonly certainty: 'certain' | 'likely'
}

/** Finds a label or annotation, such as `eks.amazonaws.com/role-arn`, that a path takes apart at its dots. */
export function findSplitLabel(names: readonly string[]): SplitKey | undefined {
  const slash = names.findIndex(name => name.includes('/'))
  if (slash < 1) return undefined
  const found = belowLabels(names, slash) ?? wellKnown(names, slash) ?? domainLike(names, slash)
  return found && (found.from < found.to ? found : undefined)
}

function belowLabels(names: readonly string[], slash: number): SplitKey | undefined {
  const map = names.slice(0, slash).findLastIndex(holdsLabels)
  // Whoever wrote \. in this very name knows about it; then only a prefix that we know makes us doubt.
  if (map < 0 || names[slash]?.split('/')[0]?.includes('.')) return undefined
  let from = map + 1
  while (from < slash && !isDomain(prefix(names, from, slash))) from++
  const certainty = endsLikeDomain(prefix(names, from, slash)) ? 'certain' : 'likely'
  // Labels hold texts, not maps: whatever follows still belongs to the key.
  return { from, to: names.length - 1, certainty }
}

function wellKnown(names: readonly string[], slash: number): SplitKey | undefined {
  for (let from = 0; from <= slash; from++) {
    if (isWellKnownPrefix(prefix(names, from, slash))) return { from, to: slash, certainty: 'certain' }
  }
  return undefined
}

function domainLike(names: readonly string[], slash: number): SplitKey | undefined {
  const found = prefix(names, slash - 1, slash)
  const isSplit = !names[slash]?.split('/')[0]?.includes('.')
  return isSplit && isDomain(found) && endsLikeDomain(found)
    ? { from: slash - 1, to: slash, certainty: 'likely' }
    : undefined
}

function prefix(names: readonly string[], from: number, slash: number): string {
  return (
    names
      .slice(from, slash + 1)
      .join('.')
      .split('/')[0] ?? ''
  )
}

const fileEnding = /^(?:ya?ml|toml|xml|ini|txt)$/
// These are as often keys of their own, as in logging.json=true: they count only where files are kept.
const otherFileEnding = /^(?:properties|conf|cfg|json|env|sh|py|js|lua|hcl|crt|key|pem)$/
const holdsFiles = /^(?:data|stringData|binaryData)$|files?$|configmaps?$/i

/** Finds the name of a file, such as `application.yml`, that a path takes apart at its dot. */
export function findSplitFileName(names: readonly string[]): SplitKey | undefined {
  for (const [at, name] of names.entries()) {
    const isKeptAsFile = at > 1 && holdsFiles.test(names[at - 2] ?? '')
    if (at === 0 || names[at - 1] === '') continue
    if (!fileEnding.test(name) && !(isKeptAsFile && otherFileEnding.test(name))) continue
    return { from: at - 1, to: at, certainty: 'likely' }
  }
  return undefined
}
