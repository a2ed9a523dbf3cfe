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

const packageFolder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/
const licenceFile = /^(?:un)?licen[cs]e|^copying|^notice/i
const line = '='.repeat(80)

/** Writes down the licences of the packages to which modules belong. Throws if one is not known to be allowed, or its text is missing. */
export function thirdPartyLicenses(modules: Iterable<string>): string {
  const folders = new Set([...modules].flatMap(id => packageFolder.exec(id.replaceAll('\\', '/')) ?? []))
  const licences = [...folders].map(licenceOf)
  return ['The bundle of fitout contains code of these packages.', ...licences.toSorted()].join('\n\n')
}

function licenceOf(folder: string): string {
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
  const texts = readdirSync(folder)
    .filter(file => licenceFile.test(file))
    .toSorted((a, b) => Number(/^notice/i.test(a)) - Number(/^notice/i.test(b)))
    .map(file => readFileSync(join(folder, file), 'utf8').trim())
    .filter(text => text !== '')
  if (texts.length === 0) throw new Error(`cannot bundle ${title}: it has no file with its licence`)
  return `${line}\n${title} (${String(license)})\n${line}\n\n${texts.join('\n\n')}\n`
}
