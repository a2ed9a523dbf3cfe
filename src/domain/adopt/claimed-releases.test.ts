import { describe, expect, test } from 'vitest'
import { claimedReleases } from './claimed-releases.ts'
import type { OtherManager, StoredRelease } from './running-cluster.ts'

const manager = {
  tool: 'unknown',
  evidence: 'field manager manager of Secret sh.helm.release.v1.shop.v1',
} as const

const shop: StoredRelease = {
  name: 'shop',
  storage: { kind: 'Secret', namespace: 'shop' },
  revision: 1,
  status: 'deployed',
  history: 1,
  by: manager,
  before: [],
  record: { unread: 'it is of no interest here' },
}

const proxy: OtherManager = {
  tool: 'caaph',
  object: 'HelmReleaseProxy dev/shop-blue',
  owner: { kind: 'HelmChartProxy', namespace: 'dev', name: 'shop' },
  release: { name: 'shop', namespace: 'shop' },
  title: 'chart shop 2.0.1',
  isSuspended: false,
}

describe('A release', () => {
  test('of an unknown writer is of the tool whose object names it', () => {
    expect(claimedReleases([shop], [proxy])).toEqual([
      { ...shop, by: { tool: 'caaph', evidence: 'HelmReleaseProxy dev/shop-blue' } },
    ])
  })

  test('of the same name in another namespace is not', () => {
    expect(claimedReleases([shop], [{ ...proxy, release: { name: 'shop', namespace: 'other' } }])).toEqual([
      shop,
    ])
  })

  test('of a known writer stays what its writer says', () => {
    const byHelm = { ...shop, by: { tool: 'helm', evidence: 'field manager Helm' } } as const
    expect(claimedReleases([byHelm], [proxy])).toEqual([byHelm])
  })
})
