import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { architectures, pinsFile, pinsOf, readPins } from './pins.ts'
import { debianPin } from './renew-pins.ts'

test('the image has the Node that the repository is developed with', () => {
  const versions = readPins().npm.map(({ version }) => version)
  expect(versions).toEqual(architectures.map(() => manifest.devDependencies.node))
})

test('every platform has the same packages in the same versions', () => {
  const [one, other] = architectures.map(architecture =>
    pinsOf(readPins(), architecture).debian.map(({ name, version, license }) => ({ name, version, license })),
  )
  expect(other).toEqual(one)
  expect(one?.length).toBe(6)
})

test('the pins name no mirror', () => {
  expect(readFileSync(pinsFile, 'utf8')).not.toMatch(/https?:|debian\.org/)
})

const mirrors = ['http://mirror.example/debian/', 'http://mirror.example/debian/security/']
const line = (path: string, sha256: string) =>
  `'http://mirror.example/debian/${path}/libc6_2.36-9%2bdeb12u14_arm64.deb' libc6_2.36-9+deb12u14_arm64.deb 2324660 SHA256:${sha256}`

test('a pin is read from what apt prints, without the mirror', () => {
  expect(debianPin(line('security/pool', 'a'.repeat(64)), 'arm64', mirrors)).toEqual({
    name: 'libc6',
    version: '2.36-9+deb12u14',
    architecture: 'arm64',
    path: 'pool/libc6_2.36-9%2bdeb12u14_arm64.deb',
    sha256: 'a'.repeat(64),
    license: 'LGPL-2.1-or-later',
  })
})

test('a line without a SHA-256, or of a package whose licence nobody has looked at, is refused', () => {
  expect(() => debianPin(line('pool', 'short'), 'arm64', mirrors)).toThrow('cannot pin')
  const unknown = line('pool', 'a'.repeat(64)).replaceAll('libc6', 'libodd')
  expect(() => debianPin(unknown, 'arm64', mirrors)).toThrow('cannot pin')
})
