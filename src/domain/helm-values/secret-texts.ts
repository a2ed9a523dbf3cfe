const lastWords: ReadonlySet<string> = new Set(['password', 'passwd', 'passphrase', 'token', 'credentials'])
const lastTwo: ReadonlySet<string> = new Set([
  'privatekey',
  'accesskey',
  'secretkey',
  'apikey',
  'clientsecret',
  'signingkey',
  'encryptionkey',
])
const PRIVATE_KEY = /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY-----/
const DUMMY = /^(?:x+|\*+|\.+|changeme|change-me|example|dummy|placeholder|none|null|true|false)$/i

/** Whether a text has a private key in it. */
export function holdsPrivateKey(text: string): boolean {
  return PRIVATE_KEY.test(text)
}

/** Whether a value looks like a secret by the name of its key. Placeholders do not. */
export function isSecretText(text: string, path: readonly string[]): boolean {
  if (text === '' || DUMMY.test(text)) return false
  const key = path.findLast(step => !/^\d+$/.test(step)) ?? ''
  const [last = '', before = ''] = wordsOf(key).toReversed()
  return key.toLowerCase() === 'secret' || lastWords.has(last) || lastTwo.has(before + last)
}

const secretWords: ReadonlySet<string> = new Set([
  'auth',
  'cert',
  'certificate',
  'credential',
  'credentials',
  'htpasswd',
  'pass',
  'passphrase',
  'passwd',
  'password',
  'passwords',
  'pwd',
  'secret',
  'secrets',
  'token',
  'tokens',
  'webhook',
])
const secretPairs: ReadonlySet<string> = new Set([...lastTwo, 'connectionstring', 'databaseurl', 'tlskey'])
/** What names a secret instead of being one. */
const referring: ReadonlySet<string> = new Set([
  'enabled',
  'file',
  'mount',
  'name',
  'namespace',
  'ref',
  'type',
])
const forms: readonly RegExp[] = [
  PRIVATE_KEY,
  /-----BEGIN CERTIFICATE-----/,
  /\beyJ[\w-]{8,}\.[\w-]{8,}\./,
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/,
  /\b(?:gh[opsu]_|github_pat_|glpat-|xox[abprs]-|sk-|dckr_pat_)[\w-]{10,}/,
  /:\/\/[^/\s:@]+:[^/\s@]+@/,
  /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[\w+/=-]{24,}$/,
]

/**
 * Whether a value is not to be shown: by what it looks like, or by any key above it. Hides more than it must, because a
 * value that is hidden can be looked up, and one that was shown cannot be taken back.
 */
export function isHiddenValue(value: unknown, path: readonly string[]): boolean {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return false
  if (typeof value === 'string' && (value === '' || forms.some(form => form.test(value)))) return value !== ''
  const keys = path.filter(step => !/^\d+$/.test(step))
  const words = wordsOf(keys.at(-1) ?? '')
  if (referring.has(words.at(-1) ?? '') || words[0] === 'existing') return false
  return keys.some(key => soundsSecret(wordsOf(key)))
}

function soundsSecret(words: readonly string[]): boolean {
  return (
    words.some(word => secretWords.has(word)) ||
    words.some((word, index) => secretPairs.has(word) || secretPairs.has(word + (words[index + 1] ?? '')))
  )
}

function wordsOf(key: string): readonly string[] {
  return key
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(word => word !== '')
}
