import { relative } from 'node:path'
import type { DebianPin, NpmPin, Pins } from '../packages/pins.ts'
import type { BundledPackage } from './third-party-licenses.ts'

/** A component as CycloneDX 1.6 writes it. */
export interface Component {
  readonly type: 'library' | 'application' | 'platform'
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly licenses: readonly { readonly expression: string }[]
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[]
}

/** What a bill of materials is about. */
export interface Product {
  readonly name: string
  readonly version: string
  readonly license: string
}

/** A bill of materials as CycloneDX 1.6. It has no time and no serial number: the same contents give the same bytes. */
export interface BillOfMaterials {
  readonly bomFormat: 'CycloneDX'
  readonly specVersion: '1.6'
  readonly version: 1
  readonly metadata: { readonly component: Component }
  readonly components: readonly Component[]
}

/** The parts of a lock file that are read here. */
export interface LockFile {
  readonly packages: Readonly<Record<string, { readonly integrity?: string }>>
}

/** Names all that is in an artefact. */
export function billOfMaterials(product: Product, components: readonly Component[]): BillOfMaterials {
  const { name, version, license } = product
  const component = {
    type: 'application',
    name,
    version,
    purl: npmUrl(name, version),
    licenses: [{ expression: license }],
  } as const
  return { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, metadata: { component }, components }
}

/** The packages of the bundle, with the digests that the lock file pins. */
export function bundledComponents(
  packages: readonly BundledPackage[],
  lock: LockFile,
  root: string,
): readonly Component[] {
  return packages.map(({ name, version, license, folder }) => {
    const { integrity } = lock.packages[relative(root, folder).replaceAll('\\', '/')] ?? {}
    return {
      type: 'library',
      name,
      version,
      purl: npmUrl(name, version),
      licenses: [{ expression: license }],
      ...(integrity === undefined ? {} : { hashes: [integrityHash(integrity)] }),
    }
  })
}

/** What the image holds beside the bundle. */
export function runtimeComponents({ npm, debian }: Pins): readonly Component[] {
  return [...npm.map(nodeComponent), ...debian.map(debianComponent)]
}

function nodeComponent({ name, version, integrity, license }: NpmPin): Component {
  return {
    type: 'platform',
    name,
    version,
    purl: npmUrl(name, version),
    licenses: [{ expression: license }],
    hashes: [integrityHash(integrity)],
  }
}

function debianComponent({ name, version, architecture, path, sha256, license }: DebianPin): Component {
  const packageArchitecture = path.endsWith('_all.deb') ? 'all' : architecture
  const [purlName, purlVersion] = [name, version].map(encodeURIComponent)
  return {
    type: 'library',
    name,
    version,
    purl: `pkg:deb/debian/${purlName}@${purlVersion}?arch=${packageArchitecture}`,
    licenses: [{ expression: license }],
    hashes: [{ alg: 'SHA-256', content: sha256 }],
  }
}

function npmUrl(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}

function integrityHash(integrity: string): { readonly alg: string; readonly content: string } {
  const [algorithm = '', digest = ''] = integrity.split('-', 2)
  return {
    alg: algorithm.replace(/^sha/, 'SHA-'),
    content: Buffer.from(digest, 'base64').toString('hex'),
  }
}
