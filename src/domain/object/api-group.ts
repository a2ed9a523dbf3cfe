/** The group of an apiVersion; the core group has no name. */
export function apiGroup(apiVersion: string): string {
  const slash = apiVersion.indexOf('/')
  return slash < 0 ? '' : apiVersion.slice(0, slash)
}
