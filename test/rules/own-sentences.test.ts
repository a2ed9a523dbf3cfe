import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Folders that read what other systems say: Kubernetes, Flux, Helm, Karpenter, clouds. */
const foreign = [
  'src/domain/explain/{chain,flux,karpenter,refusal,workload}/**',
  'src/domain/explain/stages/{refused-there,set-words}.ts',
  'src/kube/answer/**',
  '**/*.test.ts',
]

/** Words of other systems in a field that has sentences of Fitout as well. */
const known = [
  // What kstatus says of an object, word by word.
  'src/domain/explain/claim.ts: message.includes(',
  'src/domain/proof/judge/write-sentence.ts: .exec(message)',
]

const sentence = String.raw`(?:message|sentence|note|unread)\b`
const reading = new RegExp(
  String.raw`\b${sentence}\??\.(?:includes|startsWith|endsWith|match|matchAll|search|indexOf|split)\(` +
    String.raw`|\.(?:exec|test|includes)\([^()\n]*\b${sentence}\)`,
  'g',
)

function readingsIn(text: string): readonly string[] {
  return [...text.matchAll(reading)].map(([found]) => found)
}

test('nothing reads a sentence of Fitout back: what is to be known of it is a field beside it', () => {
  const files = globSync('src/**/*.ts', { cwd: root, exclude: foreign }).toSorted()
  const found = files.flatMap(file =>
    readingsIn(readFileSync(join(root, file), 'utf8')).map(one => `${file}: ${one}`),
  )
  expect(found).toEqual(known)
})

test('and the rule sees the ways in which it was done', () => {
  const was = [
    "if (message.startsWith('Hand-over could not be written'))",
    'return /lacks key ("[^"]{1,253}")/.exec(held.message)?.[1]',
    'words.find(({ pattern }) => pattern.test(message))',
    'if (!message.includes(`"${secret}"`)) return []',
  ]
  expect(was.filter(line => readingsIn(line).length === 0)).toEqual([])
})
