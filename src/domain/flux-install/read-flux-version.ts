import { labelValueProblems } from '../labels/label-key.ts'
import { parseStrictVersion } from '../versions/parse-version.ts'
import { VersionError } from '../versions/version-error.ts'
import { type Version, compareVersions } from '../versions/version.ts'
import { FluxInstallError } from './flux-install-error.ts'

/** A version of Flux, and what its installer does differently from others. */
export interface FluxVersion {
  /** As in labels, with its `v`. */
  readonly label: string
  readonly version: Version
  /** Whether pods get the labels of their Deployment. */
  readonly labelsPods: boolean
  /** Whether a pod learns the namespace of the event receiver when it starts, instead of from the manifest. */
  readonly findsNamespace: boolean
  /** Whether source-watcher is told to hand out the address of source-controller: a fault of its first releases. */
  readonly sharesStorageAddress: boolean
}

const oldest = parseStrictVersion('2.2.0')
const podLabels = parseStrictVersion('2.7.0')
const addresses = parseStrictVersion('2.7.2')

/** Reads the version of a Flux release, with or without its `v`, or throws a FluxInstallError. */
export function readFluxVersion(text: string): FluxVersion {
  const version = parse(text.replace(/^v/, ''))
  const label = `v${version.original}`
  const [problem] = labelValueProblems(label)
  if (problem !== undefined) throw bad(problem)
  // The next major version may be installed in another way altogether.
  if (version.major !== 2n || compareVersions(version, oldest) < 0)
    throw bad('must be 2.2.0 or newer, and below 3')
  return {
    label,
    version,
    labelsPods: compareVersions(version, podLabels) >= 0,
    findsNamespace: compareVersions(version, addresses) >= 0,
    sharesStorageAddress: compareVersions(version, addresses) < 0,
  }
}

function parse(text: string): Version {
  try {
    return parseStrictVersion(text)
  } catch (error) {
    if (error instanceof VersionError) throw bad('must be a version such as "2.9.4"')
    throw error
  }
}

function bad(reason: string): FluxInstallError {
  return new FluxInstallError('BAD_VERSION', reason, { option: 'version' })
}
