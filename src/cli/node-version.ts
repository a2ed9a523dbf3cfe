/** The first version of Node that has all that Fitout uses; `engines` of package.json says the same. @internal */
export const OLDEST_NODE = 24

/** Says that Fitout cannot run on this version of Node, or undefined if it can. */
export function nodeProblem(version: string): string | undefined {
  const [major = ''] = version.split('.', 1)
  if (Number(major) >= OLDEST_NODE) return undefined
  return `cannot run on Node ${version}: Fitout needs Node ${OLDEST_NODE} or newer`
}
