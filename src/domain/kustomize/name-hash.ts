import { encodeUtf8 } from '../bytes/utf8.ts'
import { sha256Hex } from '../bytes/sha256.ts'
import { type Fields, isFields, textIn } from '../object/fields.ts'

// As kustomize makes sure that a hash is no word that someone minds.
const letters: Readonly<Record<string, string>> = { '0': 'g', '1': 'h', '3': 'k', a: 'm', e: 't' }

/** The end that kustomize adds to the name of a ConfigMap or Secret that it generates. */
export function nameHash(object: Fields): string {
  const kind = textIn(object, 'kind')
  const optional = kind === 'Secret' ? 'stringData' : 'binaryData'
  const hashed = {
    ...(isFields(object[optional]) ? { [optional]: object[optional] } : {}),
    data: object['data'] ?? '',
    kind,
    // kustomize looks for the name where it is not, and finds none.
    name: '',
    ...(kind === 'Secret' ? { type: object['type'] ?? '' } : {}),
  }
  const hex = sha256Hex([encodeUtf8(goJson(hashed))])
  return hex.slice(0, 10).replaceAll(/[013ae]/g, letter => letters[letter] ?? letter)
}

// As encoding/json writes: keys in order, and what HTML would read is escaped.
function goJson(value: unknown): string {
  if (!isFields(value)) return escaped(JSON.stringify(value) ?? 'null')
  const keys = Object.keys(value).toSorted((a, b) => (a < b ? -1 : 1))
  return `{${keys.map(key => `${escaped(JSON.stringify(key))}:${goJson(value[key])}`).join(',')}}`
}

const escapes: Readonly<Record<string, string>> = {
  '<': String.raw`\u003c`,
  '>': String.raw`\u003e`,
  '&': String.raw`\u0026`,
  '\u2028': String.raw`\u2028`,
  '\u2029': String.raw`\u2029`,
}

function escaped(json: string): string {
  return json.replaceAll(/[<>&\u2028\u2029]/g, letter => escapes[letter] ?? letter)
}
