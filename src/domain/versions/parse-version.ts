import { byteLength } from '../bytes/byte-length.ts'
import { quoteAsGo } from '../text/quote-as-go.ts'
import { parseVersionNumber } from './parse-version-number.ts'
import { VersionError } from './version-error.ts'
import type { Version } from './version.ts'

/** Longer versions are refused upstream, too. */
const MAX_BYTES = 256

const identifiers = '[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*'
const looseVersion = new RegExp(
  `^v?([0-9]+)(?:\\.([0-9]+))?(?:\\.([0-9]+))?(?:-(${identifiers}))?(?:\\+(${identifiers}))?$`,
)

/**
 * Reads a version as Helm does, or throws a VersionError: `v1`, `1.2` and `2025.07.03` are versions, too.
 *
 * What is missing is 0, and leading zeros do not count.
 */
export function parseVersion(text: string): Version {
  if (text.length > MAX_BYTES || byteLength(text) > MAX_BYTES) throw tooLong(text)
  const match = looseVersion.exec(text)
  if (!match) throw invalid(text, 'invalid semantic version')
  const [, major = '', minor = '0', patch = '0', prerelease = '', metadata = ''] = match
  const version = {
    major: segment(major, text, 'error parsing version segment: '),
    minor: segment(minor, text, 'error parsing version segment: '),
    patch: segment(patch, text, 'error parsing version segment: '),
    prerelease,
    metadata,
    original: text,
  }
  if (prerelease !== '') checkPrerelease(prerelease, text)
  return version
}

/** Reads a version as Flux does, which wants all three numbers: `v1.2.3`, not `v1.2`. Else throws a VersionError. */
export function parseFluxVersion(text: string): Version {
  if (text.split('.', 3).length < 3) throw invalid(text, 'invalid semantic version')
  return parseVersion(text)
}

/** Reads a version to the letter of the standard: three numbers, no `v`, no leading zeros. Else throws a VersionError. */
export function parseStrictVersion(text: string): Version {
  if (text === '') throw invalid(text, 'version string empty')
  if (text.length > MAX_BYTES || byteLength(text) > MAX_BYTES) throw tooLong(text)
  const [, major, minor, rest] = /^([^.]*)\.([^.]*)\.(.*)$/s.exec(text) ?? []
  if (major === undefined || minor === undefined || rest === undefined) {
    throw invalid(text, 'invalid semantic version')
  }
  const [beforePlus, metadata] = cut(rest, '+')
  if (metadata !== undefined) checkMetadata(metadata, text)
  const [patch, prerelease] = cut(beforePlus, '-')
  if (prerelease !== undefined) checkPrerelease(prerelease, text)
  for (const number of [major, minor, patch]) checkNumber(number, text)
  return {
    major: segment(major, text, ''),
    minor: segment(minor, text, ''),
    patch: segment(patch, text, ''),
    prerelease: prerelease ?? '',
    metadata: metadata ?? '',
    original: text,
  }
}

function cut(text: string, sign: string): readonly [string, string | undefined] {
  const at = text.indexOf(sign)
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}

function segment(digits: string, text: string, cause: string): bigint {
  const value = parseVersionNumber(digits)
  if (value !== undefined) return value
  const problem = digits === '' ? 'invalid syntax' : 'value out of range'
  throw invalid(text, `${cause}strconv.ParseUint: parsing ${quoteAsGo(digits)}: ${problem}`)
}

function checkNumber(digits: string, text: string): void {
  if (/[^0-9]/.test(digits)) throw invalid(text, 'invalid characters in version')
  if (/^0./.test(digits)) throw invalid(text, 'version segment starts with 0')
}

function checkPrerelease(prerelease: string, text: string): void {
  for (const part of prerelease.split('.')) {
    if (part === '' || /[^0-9A-Za-z-]/.test(part)) throw invalid(text, 'invalid prerelease string')
    if (/^0[0-9]+$/.test(part)) throw invalid(text, 'version segment starts with 0')
  }
}

function checkMetadata(metadata: string, text: string): void {
  if (!new RegExp(`^${identifiers}$`).test(metadata)) throw invalid(text, 'invalid metadata string')
}

function tooLong(text: string): VersionError {
  const message = `cannot read version ${quoted(text)}: version string is too long (max ${MAX_BYTES} bytes)`
  return new VersionError('VERSION_TOO_LONG', message)
}

function invalid(text: string, cause: string): VersionError {
  return new VersionError('INVALID_VERSION', `cannot read version ${quoted(text)}: ${cause}`)
}

function quoted(text: string): string {
  return quoteAsGo(text.length > 60 ? `${text.slice(0, 60)}…` : text)
}
