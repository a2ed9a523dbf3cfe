import { releaseLineOf, readRelease } from './read-release.ts'

// Anything may stand where a name or a version should: only what looks like one is repeated, and never much of it.
const nameLike = /^[0-9A-Za-z._/ -]{1,40}$/
const versionLike = /^[0-9A-Za-z.+:/<>=~^*_-]{1,40}$/

/** Says that nothing is known about a version of something. */
export function describeUnknown(name: string, version: string): string {
  const title = nameLike.test(name) ? name : 'a component'
  if (version === '') return `No facts for ${title} without a version`
  const release = readRelease(version)
  if (release) return `No facts for ${title} ${releaseLineOf(release)}`
  return versionLike.test(version)
    ? `No facts for ${title} "${version}"`
    : `No facts for this version of ${title}`
}
