/** Files of a repository: text by path, seen from its root. */
export type RepositoryTree = ReadonlyMap<string, string>

/** Joins trees; a path that two of them have is a bug. */
export function joinTrees(...trees: readonly RepositoryTree[]): RepositoryTree {
  const joined = new Map<string, string>()
  for (const [path, text] of trees.flatMap(tree => [...tree])) {
    if (joined.has(path)) throw new TypeError(`two parts of a repository write ${path}`)
    joined.set(path, text)
  }
  return joined
}

/** A tree as lines for people, with what each part is for where there is something to say. */
export function drawTree(paths: readonly string[], about: Readonly<Record<string, string>> = {}): string {
  const lines: string[] = []
  let last: readonly string[] = []
  for (const path of paths.toSorted(compareByFolder)) {
    const parts = path.split('/')
    for (const [depth, part] of parts.entries()) {
      const isShown = parts.slice(0, depth + 1).every((step, index) => last[index] === step)
      if (isShown && depth < parts.length - 1) continue
      const isFolder = depth < parts.length - 1
      const name = `${'  '.repeat(depth)}${part}${isFolder ? '/' : ''}`
      const words = about[parts.slice(0, depth + 1).join('/')]
      lines.push(words === undefined ? name : `${name.padEnd(44)} ${words}`)
    }
    last = parts.slice(0, -1)
  }
  return lines.join('\n')
}

/** Compares paths part by part, so that a folder stays together. */
function compareByFolder(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')]
  const index = left.findIndex((part, at) => part !== right[at])
  const [one = '', other = ''] = [left[index], right[index]]
  return one < other ? -1 : one > other ? 1 : left.length - right.length
}
