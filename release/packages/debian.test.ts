import { expect, test } from 'vitest'
import { mirrorsIn } from './debian.ts'

test('the mirrors of a machine are those that an update would read, each once', () => {
  const printed = [
    "'http://mirror.example/debian/dists/stable/InRelease' mirror.example_debian_dists_stable_InRelease 0 ",
    "'http://mirror.example/debian/dists/stable/main/binary-amd64/Packages.xz' mirror.example_Packages 0 ",
    "'http://mirror.example/security/dists/stable-security/InRelease' mirror.example_security_InRelease 0 ",
    '',
  ].join('\n')
  expect(mirrorsIn(printed)).toEqual(['http://mirror.example/debian/', 'http://mirror.example/security/'])
  expect(mirrorsIn('')).toEqual([])
})
