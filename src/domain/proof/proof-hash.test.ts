import { describe, expect, test } from 'vitest'
import { proofHash } from './proof-hash.ts'
import { aProof, asked } from '#test/domain/sample-proof.ts'

const a = asked({ name: 'a' })
const b = asked({ name: 'b' })
const onManagement = { cluster: 'Management', apiVersion: 'apps/v1', kind: 'Deployment', name: 'a' } as const

describe('The hash of a proof', () => {
  test('stays the same over processes and releases', () => {
    expect(proofHash(aProof({ objects: [a] }))).toBe(
      'sha256:d24b15c6361776aacee9b5dcf43385917e86b3ad030ae029037c58dc8c72c83e',
    )
  })

  test('does not depend on how a proof is written', () => {
    const hash = proofHash(aProof({ objects: [a, b] }))
    expect(proofHash(aProof({ objects: [b, a, b] }))).toBe(hash)
    expect(proofHash(aProof({ objects: [a, b], stableFor: '0m' }))).toBe(hash)
    expect(proofHash(aProof({ objects: [a, asked({ name: '${CLUSTER_NAME:0:1}' })] }))).toBe(hash)
    const flux = proofHash(aProof({ preset: 'flux' }))
    expect(proofHash(aProof({ preset: 'flux', with: { namespace: 'flux-system' } }))).toBe(flux)
  })

  const others = [
    { name: 'another object', proof: { objects: [b] } },
    { name: 'one more object', proof: { objects: [a, b] } },
    { name: 'another namespace', proof: { objects: [{ ...a, namespace: 'x' }] } },
    { name: 'another kind', proof: { objects: [{ ...a, kind: 'DaemonSet' }] } },
    { name: 'another version', proof: { objects: [{ ...a, apiVersion: 'apps/v2' }] } },
    { name: 'an expression', proof: { objects: [{ ...a, current: 'true' }] } },
    { name: 'the same expression for another end', proof: { objects: [{ ...a, failed: 'true' }] } },
    { name: 'a selector', proof: { objects: [asked({ selector: {} })] } },
    { name: 'a count', proof: { objects: [asked({ selector: {}, count: 2 })] } },
    { name: 'the other cluster', proof: { objects: [onManagement] } },
    { name: 'a window', proof: { objects: [a], stableFor: '1s' } },
    { name: 'a preset', proof: { preset: 'api', objects: [a] } },
  ] as const
  test('is another one for everything that is proven', () => {
    const hashes = [{ objects: [a] }, ...others.map(({ proof }) => proof)].map(proof =>
      proofHash(aProof(proof)),
    )
    expect(new Set(hashes).size).toBe(others.length + 1)
  })
})
