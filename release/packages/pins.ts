import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A platform that the image and the executables are made for. */
export type Architecture = 'amd64' | 'arm64'

export const architectures: readonly Architecture[] = ['amd64', 'arm64']

/** A package of npm whose files go into an artefact. */
export interface NpmPin {
  readonly name: string
  readonly version: string
  readonly architecture: Architecture
  /** As npm writes it: `sha512-` and base64. */
  readonly integrity: string
  readonly license: string
}

/** A package of Debian whose files go into the image. */
export interface DebianPin {
  readonly name: string
  readonly version: string
  /** For which image; the same package of `all` stands there for each. */
  readonly architecture: Architecture
  /** Below the root of a mirror. Which mirror is the machine's own setting. */
  readonly path: string
  readonly sha256: string
  readonly license: string
}

/** Everything in the image that does not come from this repository or its lock file. */
export interface Pins {
  readonly npm: readonly NpmPin[]
  readonly debian: readonly DebianPin[]
}

export const pinsFile = join(import.meta.dirname, 'pins.json')

/** The pins of this checkout. */
export function readPins(): Pins {
  return JSON.parse(readFileSync(pinsFile, 'utf8')) as Pins
}

/** The pins that one platform needs. */
export function pinsOf({ npm, debian }: Pins, architecture: Architecture): Pins {
  return {
    npm: npm.filter(pin => pin.architecture === architecture),
    debian: debian.filter(pin => pin.architecture === architecture),
  }
}
