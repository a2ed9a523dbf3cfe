import { expect, test } from 'vitest'
import { homebrewFormula, krewManifest } from './package-managers.ts'

const product = {
  version: '1.2.3',
  description: 'says "ready"',
  license: 'Apache-2.0',
  url: 'https://git.example/team/fitout/releases/download/v1.2.3',
  downloads: [{ architecture: 'arm64', name: 'fitout-linux-arm64.tar.gz', sha256: 'a'.repeat(64) }],
}

test('the formula names page, file and digest', () => {
  const lines = homebrewFormula(product)
    .split('\n')
    .map(line => line.trim())
  expect(lines).toEqual(
    expect.arrayContaining([
      'desc "says \\"ready\\""',
      'homepage "https://git.example/team/fitout"',
      'on_arm do',
      'url "https://git.example/team/fitout/releases/download/v1.2.3/fitout-linux-arm64.tar.gz"',
      `sha256 "${'a'.repeat(64)}"`,
    ]),
  )
})

test('krew is told one platform for each file', () => {
  expect(krewManifest(product)).toMatchObject({
    spec: {
      version: 'v1.2.3',
      platforms: [
        { selector: { matchLabels: { os: 'linux', arch: 'arm64' } }, sha256: 'a'.repeat(64), bin: 'fitout' },
      ],
    },
  })
})
