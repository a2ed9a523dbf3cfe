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

/** Forms that are secrets under any key. */
const secretForms: readonly RegExp[] = [
  PRIVATE_KEY,
  /\beyJ[\w-]{8,}\.[\w-]{8,}\./,
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/,
  /\b(?:gh[opsu]_|github_pat_|glpat-|xox[abprs]-|sk-|dckr_pat_)[\w-]{10,}/,
  // Not with a variable for the password, which is filled in later.
  /:\/\/[^/\s:@]+:[^/\s@$]+@/,
]

/** Whether a value looks like a secret: by the name of its key, by its form, or by a setting inside of it. Placeholders do not. */
export function isSecretText(text: string, path: readonly string[]): boolean {
  if (text === '' || DUMMY.test(text)) return false
  const key = path.findLast(step => !/^\d+$/.test(step)) ?? ''
  return isSecretKey(key) || secretForms.some(form => form.test(text)) || holdsSecretSetting(text)
}

function isSecretKey(key: string): boolean {
  const [last = '', before = ''] = wordsOf(key).toReversed()
  return key.toLowerCase() === 'secret' || lastWords.has(last) || lastTwo.has(before + last)
}

const SETTING = /^[\s-]*["']?([\w.-]+)["']?[ \t]*[:=][ \t]*["']?([^\s"',;]+)/gm
/** A variable, a template, or the beginning of something that is no text. */
const NOT_LITERAL = /[$<]|\{\{|%\w|^[|>{[&*!#]/

// A value may be a file of settings, line by line.
function holdsSecretSetting(text: string): boolean {
  return [...text.matchAll(SETTING)].some(
    ([, key = '', value = '']) => isSecretKey(key) && !DUMMY.test(value) && !NOT_LITERAL.test(value),
  )
}

/**
 * The path by which a field of a map is judged. An item such as `{name: DB_PASSWORD, value: x}` says itself what its
 * value is.
 */
export function judgedPath(
  map: Readonly<Record<string, unknown>>,
  key: string,
  path: readonly string[],
): readonly string[] {
  const name = key === 'value' ? (map['name'] ?? map['key']) : undefined
  return [...path, typeof name === 'string' ? name : key]
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
  ...secretForms,
  /-----BEGIN CERTIFICATE-----/,
  /:\/\/[^/\s:@]+:[^/\s@]+@/,
  /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[\w+/=-]{24,}$/,
]

/**
 * Whether a value is not to be shown: by what it looks like, or by any key above it. Hides more than it must, because a
 * value that is hidden can be looked up, and one that was shown cannot be taken back.
 */
export function isHiddenValue(value: unknown, path: readonly string[]): boolean {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return false
  if (value === '') return false
  if (typeof value === 'string' && (forms.some(form => form.test(value)) || holdsSecretSetting(value)))
    return true
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
