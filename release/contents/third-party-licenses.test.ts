import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { bundledPackages, thirdPartyLicenses } from './third-party-licenses.ts'

const root = mkdtempSync(join(tmpdir(), 'fitout-licenses-'))
afterAll(() => rmSync(root, { recursive: true }))

function install(folder: string, manifest: object, files: Readonly<Record<string, string>>): string {
  const path = join(root, 'node_modules', folder)
  mkdirSync(path, { recursive: true })
  writeFileSync(join(path, 'package.json'), JSON.stringify(manifest))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text)
  return path
}

const once = install('once', { name: 'once', version: '1.4.0', license: 'ISC' }, { LICENSE: 'of once\n' })
const nested = install(
  'once/node_modules/@a/b',
  { name: '@a/b', version: '2.0.0', license: 'Apache-2.0' },
  { 'license.md': 'of b', NOTICE: 'noted' },
)
const bare = install('bare', { name: 'bare', version: '1.0.0', license: 'MIT' }, { 'README.md': 'MIT' })
const odd = install('odd', { name: 'odd', version: '1.0.0', license: 'BUSL-1.1' }, { LICENSE: 'odd' })

test('every package of the bundle is named once, by its name, with the text of its licence', () => {
  const modules = [`${once}/once.js`, join(root, 'src/main.ts'), `${nested}/dist/b.js`, `${nested}/c.js`]
  const line = '='.repeat(80)
  expect(thirdPartyLicenses(bundledPackages(modules))).toBe(
    [
      'The bundle of fitout contains code of these packages.',
      `${line}\n@a/b 2.0.0 (Apache-2.0)\n${line}\n\nof b\n\nnoted\n`,
      `${line}\nonce 1.4.0 (ISC)\n${line}\n\nof once\n`,
    ].join('\n\n'),
  )
})

test('a package without the text of its licence, or of a licence that nobody has looked at, is refused', () => {
  expect(() => thirdPartyLicenses(bundledPackages([`${bare}/index.js`]))).toThrow(
    'cannot bundle bare 1.0.0: it has no file with its licence',
  )
  expect(() => thirdPartyLicenses(bundledPackages([`${odd}/index.js`]))).toThrow(
    'cannot bundle odd 1.0.0: its licence "BUSL-1.1" is not among those allowed',
  )
})
