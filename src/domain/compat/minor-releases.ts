import { compareLines, readKubernetes, releaseLineOf, type Release } from './read-release.ts'

/** Whatever has more is no version of Kubernetes, and all those between would have to be gone through. */
const LARGEST = 999n

/** The minor release of a version of Kubernetes, such as `1.35`; undefined if it is none. */
export function minorOf(kubernetes: string): string | undefined {
  const release = readKubernetes(kubernetes)
  const isLarge = release && (release.major > LARGEST || release.minor > LARGEST)
  return release && !isLarge ? releaseLineOf(release) : undefined
}

/** The minor release after another one. */
export function nextMinor(minor: string): string {
  return shifted(minor, 1)
}

/** The minor releases behind one, up to another one: an API server takes one after the other. */
export function minorsAfter(minor: string, target: string): readonly string[] {
  const [from, to] = [read(minor), read(target)]
  const count = from.major === to.major ? Number(to.minor - from.minor) : 0
  return Array.from({ length: Math.max(0, count) }, (_, index) => shifted(minor, index + 1))
}

/** Orders minor releases from old to new. */
export function compareMinors(a: string, b: string): number {
  return compareLines(read(a), read(b))
}

function shifted(minor: string, by: number): string {
  const { major, minor: number } = read(minor)
  return `${major}.${number + BigInt(by)}`
}

function read(minor: string): Release {
  return readKubernetes(minor) ?? { major: 0n, minor: 0n, patch: undefined, isPrerelease: false }
}
