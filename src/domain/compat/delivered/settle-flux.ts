import { releaseLineOf, readRelease } from '../read-release.ts'
import type { ComponentVersion } from '../verdict.ts'

/**
 * Makes of all that speaks for Flux as little as says the same.
 *
 * A label names the patch, an image only the line, and an image that is not in the facts no version at all.
 * The labels of ControlPlane's distribution are those of Flux; its images tell the two apart.
 */
export function settleFlux(found: readonly ComponentVersion[]): readonly ComponentVersion[] {
  const isControlPlane = found.some(({ component }) => component === 'controlplane-flux')
  const component = isControlPlane ? 'controlplane-flux' : 'flux'
  const others = found.filter(one => !isFlux(one))
  const versions = new Set(found.filter(isFlux).map(({ version }) => version))
  return [...others, ...leastOf([...versions]).map(version => ({ component, version }))]
}

function isFlux({ component }: ComponentVersion): boolean {
  return component === 'flux' || component === 'controlplane-flux'
}

function leastOf(versions: readonly string[]): readonly string[] {
  const readable = versions.filter(version => readRelease(version))
  if (readable.length === 0) return versions.toSorted().slice(0, 1)
  const patched = new Set(readable.filter(hasPatch).map(lineIn))
  return readable.filter(version => hasPatch(version) || !patched.has(lineIn(version)))
}

function hasPatch(version: string): boolean {
  return readRelease(version)?.patch !== undefined
}

function lineIn(version: string): string {
  const release = readRelease(version)
  return release ? releaseLineOf(release) : ''
}
