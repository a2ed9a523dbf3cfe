import { parseVersion } from '../versions/parse-version.ts'
import { VersionError } from '../versions/version-error.ts'
import type { Version } from '../versions/version.ts'

/** A version, as far as facts about releases go. */
export interface Release {
  readonly major: bigint
  readonly minor: bigint
  /** Undefined stands for the newest patch: `1.34` says no more than that. */
  readonly patch: bigint | undefined
  readonly isPrerelease: boolean
}

/** Reads a version of a component, such as `v2.9.4`, `2.9` or `2.9.x`. Undefined if it is none, or a whole range of lines. */
export function readRelease(text: string): Release | undefined {
  const version = readVersion(text)
  return version && toRelease(version, version.prerelease !== '')
}

/** Reads a version of Kubernetes. What a vendor adds (`-eks-1a2b3c4`, `-gke.100`, `+k3s1`) does not make it a prerelease. */
export function readKubernetes(text: string): Release | undefined {
  const version = readVersion(text)
  return version && toRelease(version, /^(?:alpha|beta|rc)(?:\.|$)/.test(version.prerelease))
}

/** Returns whether Kubernetes of this version comes from EKS, by its suffix. */
export function isEksBuild(kubernetes: string): boolean {
  return readVersion(kubernetes)?.prerelease.startsWith('eks-') ?? false
}

/** Writes the line of a release, such as `2.9`. */
export function releaseLineOf({ major, minor }: Release): string {
  return `${major}.${minor}`
}

/** Orders two releases by their lines: negative if `a` is older. */
export function compareLines(a: Release, b: Release): number {
  if (a.major !== b.major) return a.major < b.major ? -1 : 1
  if (a.minor !== b.minor) return a.minor < b.minor ? -1 : 1
  return 0
}

/** Returns whether `release` is surely older than `minimum`. A minimum without a patch takes every patch. */
export function isOlder(release: Release, minimum: Release): boolean {
  const order = compareLines(release, minimum)
  if (order !== 0) return order < 0
  return release.patch !== undefined && minimum.patch !== undefined && release.patch < minimum.patch
}

const twoNumbers = /^v?[0-9]+\.[0-9]+/
const openPatch = /^(v?[0-9]+\.[0-9]+)\.[xX*]$/
const threeNumbers = /^v?[0-9]+\.[0-9]+\.[0-9]+/

function readVersion(text: string): Version | undefined {
  const named = text.trim().replace(openPatch, '$1')
  if (!twoNumbers.test(named)) return undefined
  try {
    return parseVersion(named)
  } catch (error) {
    if (error instanceof VersionError) return undefined
    throw error
  }
}

function toRelease({ major, minor, patch, original }: Version, isPrerelease: boolean): Release {
  return { major, minor, patch: threeNumbers.test(original) ? patch : undefined, isPrerelease }
}
