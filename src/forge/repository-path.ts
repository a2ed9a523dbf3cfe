/** Why a path may not be written in a repository; undefined if it may. */
export function pathProblem(path: string): string | undefined {
  if (path === '' || path.length > 1000) return 'it must have 1 to 1000 characters'
  // oxlint-disable-next-line no-control-regex -- that is what it is for
  if (/[\\\u0000-\u001f\u007f-\u009f]/.test(path)) return 'it has a backslash or a control character'
  const parts = path.split('/')
  if (parts.some(part => part === '' || part === '.' || part === '..'))
    return 'it must go down from the root of the repository, step by step'
  // Also as file systems without capitals, and those of Windows and macOS, would read it.
  if (
    parts.some(part =>
      /^\.git(?:[ .:~].*)?$|^git~\d/i.test(part.normalize('NFKC').replaceAll(/\p{Cf}/gu, '')),
    )
  )
    return 'it belongs to Git'
  return undefined
}

/** Why Fitout may not write a branch; undefined if it may: `fitout/` and a name. */
export function branchProblem(branch: string): string | undefined {
  const isPlain = /^fitout\/[a-z0-9](?:[a-z0-9._-]{0,98}[a-z0-9_])?$/.test(branch)
  const isUsable = isPlain && !branch.includes('..') && !branch.endsWith('.lock')
  return isUsable
    ? undefined
    : 'Fitout writes only branches fitout/<name>, of letters, digits, dots and dashes'
}
