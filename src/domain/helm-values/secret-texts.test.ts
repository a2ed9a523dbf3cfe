import { describe, expect, test } from 'vitest'
import { isHiddenValue, isSecretText, judgedPath } from './secret-texts.ts'

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
    ['config', 'user=me\npassword=geheim\n'],
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

describe('A value does not go to Git', () => {
  const secret: readonly (readonly [path: string, text: string])[] = [
    ['admin.password', 'geheim'],
    ['DB_PASSWORD', 'geheim'],
    ['url', 'postgres://me:geheim@db.example.com/app'],
    ['config', 'user: me\nadmin_password: "geheim"\n'],
    ['config', '[db]\n  token = geheim'],
    ['any', 'glpat-0123456789abcdef'],
  ]
  test.each(secret)('%s: %j', (path, text) => expect(isSecretText(text, path.split('.'))).toBe(true))

  const plain: readonly (readonly [path: string, text: string])[] = [
    ['admin.existingSecret', 'web'],
    ['url', 'https://example.com:8080/a@b'],
    ['url', 'postgres://me:$(PASSWORD)@db.example.com/app'],
    ['config', 'password: ${PASSWORD}\npassword_file: /etc/x\ntoken: {{ .token }}\n'],
    ['config', 'password: |\n'],
    ['description', 'the password is set by an operator'],
    ['password', 'changeme'],
  ]
  test.each(plain)('but %s: %j does', (path, text) => expect(isSecretText(text, path.split('.'))).toBe(false))
})

test('an item of a list that has a name is judged by it', () => {
  expect(judgedPath({ name: 'DB_PASSWORD', value: 'x' }, 'value', ['env'])).toEqual(['env', 'DB_PASSWORD'])
  expect(judgedPath({ name: 'DB_PASSWORD', value: 'x' }, 'name', ['env'])).toEqual(['env', 'name'])
  expect(judgedPath({ value: 'x' }, 'value', [])).toEqual(['value'])
})
