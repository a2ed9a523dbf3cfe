import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Licences that let code be passed on in a bundle, as long as their text goes with it. */
const allowed: ReadonlySet<unknown> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'Unlicense',
])

const packageFolder = /^.*\/(node_modules\/(?:@[^/]+\/)?[^/]+)/
const licenceFile = /^(?:un)?licen[cs]e|^copying|^notice/i
const line = '='.repeat(80)

/** A package whose code is in the bundle. */
export interface BundledPackage {
  readonly name: string
  readonly version: string
  readonly license: string
  /** Where it is installed. */
  readonly folder: string
}

/** The packages to which modules belong, by name. Throws for a licence that is not known to be allowed. */
export function bundledPackages(modules: Iterable<string>): readonly BundledPackage[] {
  const found = [...modules].flatMap(id => packageFolder.exec(id.replaceAll('\\', '/'))?.[0] ?? [])
  return [...new Set(found)].map(packageIn).toSorted((a, b) => (titleOf(a) < titleOf(b) ? -1 : 1))
}

/** Writes down the licences of packages. Throws if the text of one is missing. */
export function thirdPartyLicenses(packages: readonly BundledPackage[]): string {
  return ['The bundle of fitout contains code of these packages.', ...packages.map(licenceOf)].join('\n\n')
}

function packageIn(folder: string): BundledPackage {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<
    'name' | 'version' | 'license',
    unknown
  >
  const title = `${String(name)} ${String(version)}`
  if (!allowed.has(license)) {
    throw new Error(
      `cannot bundle ${title}: its licence ${JSON.stringify(license)} is not among those allowed`,
    )
  }
  return { name: String(name), version: String(version), license: String(license), folder }
}

function licenceOf(bundled: BundledPackage): string {
  const { folder } = bundled
  const texts = readdirSync(folder)
    .filter(file => licenceFile.test(file))
    .toSorted((a, b) => Number(/^notice/i.test(a)) - Number(/^notice/i.test(b)))
    .map(file => readFileSync(join(folder, file), 'utf8').trim())
    .filter(text => text !== '')
  if (texts.length === 0)
    throw new Error(`cannot bundle ${titleOf(bundled)}: it has no file with its licence`)
  return `${line}\n${titleOf(bundled)} (${bundled.license})\n${line}\n\n${texts.join('\n\n')}\n`
}

function titleOf({ name, version }: BundledPackage): string {
  return `${name} ${version}`
}
