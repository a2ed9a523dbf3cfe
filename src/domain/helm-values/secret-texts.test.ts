import { describe, expect, test } from 'vitest'
import { isHiddenValue } from './secret-texts.ts'

describe('A value is hidden', () => {
  const hidden: readonly (readonly [path: string, value: unknown])[] = [
    ['admin.password', 'x'],
    ['apiToken', 'x'],
    ['db.credentials.user', 'me'],
    ['config.secretKey', 'x'],
    ['secrets.0.value', 'x'],
    ['pin.password', 1234],
    ['url', 'https://me:geheim@example.com'],
    ['extra', '-----BEGIN RSA PRIVATE KEY-----'],
    ['header', 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.x'],
    ['any', 'AKIAIOSFODNN7EXAMPLE'],
    ['any', 'aGVsbG8gd29ybGQgMTIzNDU2Nzg5MAo='],
  ]
  test.each(hidden)('%s', (path, value) => {
    expect(isHiddenValue(value, path.split('.'))).toBe(true)
  })
})

describe('A value is shown', () => {
  const shown: readonly (readonly [path: string, value: unknown])[] = [
    ['replicas', 3],
    ['image.tag', 'v1.2.3'],
    ['auth.existingSecret', 'web'],
    ['tls.secretName', 'web-tls'],
    ['imagePullSecrets.0.name', 'registry'],
    ['secret.enabled', 'true'],
    ['admin.password', true],
    ['password', ''],
  ]
  test.each(shown)('%s', (path, value) => {
    expect(isHiddenValue(value, path.split('.'))).toBe(false)
  })
})
