// As `fitout init` lays a fleet repository out.
const fleet = /^(?:fitout\.yaml$|clusters\/|infrastructure\/|systems\/|tenants\/)/
const ofCluster = /^infrastructure\/control-plane-cluster\/capi\/([^/]+)\/([^/]+)\/[^/]+$/

/** The clusters, `dev/team-2`, whose own files are among these; undefined if none of them is of the fleet. */
export function proposesFor(paths: readonly string[]): readonly string[] | undefined {
  if (!paths.some(path => fleet.test(path))) return undefined
  const found = paths.flatMap(path => {
    const [, environment, name] = ofCluster.exec(path) ?? []
    return environment === undefined || name === undefined ? [] : [`${environment}/${name}`]
  })
  return [...new Set(found)].toSorted()
}
