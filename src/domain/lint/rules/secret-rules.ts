import { isFields, partOf, textIn } from '../../object/fields.ts'
import { decodeBase64 } from '../../bytes/base64.ts'
import { decodeUtf8 } from '../../bytes/utf8.ts'
import { oncePerObject } from '../../object/once-per-object.ts'
import { listFirst } from '../../text/list-first.ts'
import { isUnfilled, type LintObject, named } from '../model/lint-object.ts'
import type { LintRule, RuleFamily } from '../rule.ts'

const secret = (data: string) =>
  `apiVersion: v1\nkind: Secret\nmetadata: {name: app, namespace: apps}\n${data}`

// Names of keys that hold nothing but a secret.
const SECRET_KEY =
  /passw(?:or)?d|^(?:.*[-_.])?(?:token|secret|credentials?|private[-_.]?key|client[-_.]?secret|access[-_.]?key|api[-_.]?key|identity)$/i
const PRIVATE_KEY = /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY-----\s*[A-Za-z0-9+/=\s]{64,}/
const DUMMY =
  /^(?:|x+|\*+|\.+|changeme|change-me|example|dummy|placeholder|redacted|todo|none|null|true|false|test)$/i

// Put together here, so that nobody's scanner takes the example for a key.
function keyLine(word: 'BEGIN' | 'END'): string {
  return `-----${word} PRIVATE KEY-----`
}

function isPlaceholder(text: string): boolean {
  return /\byour[_-]|placeholder|replace[_ -]?(?:me|with|this)|change[_ -]?me/i.test(text)
}

/** The texts of a Secret by key; nothing of one that is encrypted. */
function valuesOf({
  content,
}: LintObject): readonly { readonly field: string; readonly key: string; readonly text: string }[] {
  return ['data', 'stringData'].flatMap(field =>
    Object.entries(partOf(content, field)).flatMap(([key, value]) => {
      if (typeof value !== 'string' || value.startsWith('ENC[')) return []
      const text = field === 'data' ? decodeUtf8(decodeBase64(value).bytes) : value
      return text === undefined ? [] : [{ field, key, text }]
    }),
  )
}

function isSecret({ kind, apiVersion, isEncrypted }: LintObject): boolean {
  return kind === 'Secret' && apiVersion === 'v1' && !isEncrypted
}

const clearText: LintRule = {
  code: 'SECRET_IN_CLEAR_TEXT',
  severity: 'error',
  title: 'A Secret is in the repository as clear text',
  why: 'Everybody who can read the repository can read the Secret: base64 is not encryption, and the history of Git keeps it. Encrypt it with SOPS, or let External Secrets make it. Judged by the names of its keys; a private key is found anywhere.',
  bad: secret('stringData:\n  password: correct-horse-battery\n'),
  good: secret('stringData:\n  password: ${app_password}\n'),
  *check({ objects }) {
    for (const object of objects) {
      if (!isSecret(object) || object.isHashed) continue
      const found = valuesOf(object).filter(
        ({ key, text }) =>
          (SECRET_KEY.test(key) && !DUMMY.test(text.trim()) && !isPlaceholder(text) && !isUnfilled(text)) ||
          PRIVATE_KEY.test(text),
      )
      const [first] = found
      if (!first) continue
      yield {
        place: object.placeOf([first.field, first.key], 'key'),
        message: `${named(object)} has ${listFirst(found.map(({ key }) => `"${key}"`).toSorted())} in clear text`,
        advice: 'encrypt the file with SOPS, change the secret, and remove it from the history',
      }
    }
  },
}

const privateKey: LintRule = {
  code: 'PRIVATE_KEY_IN_CLEAR_TEXT',
  severity: 'error',
  title: 'A ConfigMap or another object has a private key in clear text',
  why: 'Everybody who can read the repository or the object has it.',
  bad: `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: app, namespace: apps}\ndata:\n  tls.key: |\n    ${keyLine('BEGIN')}\n    ${'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC'.repeat(2)}\n    ${keyLine('END')}\n`,
  good: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: app, namespace: apps}\ndata:\n  tls.crt: public\n',
  *check({ objects }) {
    for (const object of objects) {
      if (object.kind === 'Secret' || object.isEncrypted || object.host) continue
      for (const path of privateKeysIn(object)) {
        yield {
          place: object.placeOf(path, 'key'),
          message: `${named(object)} has a private key in ${path.join('.')}`,
          advice: 'put it into a Secret that is encrypted, and change the key',
        }
      }
    }
  },
}

const privateKeysIn = oncePerObject(({ content }: LintObject) =>
  [...textsIn(content)].filter(({ text }) => PRIVATE_KEY.test(text)).map(({ path }) => path),
)

function* textsIn(
  value: unknown,
  path: readonly (string | number)[] = [],
): Iterable<{ readonly text: string; readonly path: readonly (string | number)[] }> {
  if (typeof value === 'string') {
    if (value.includes('PRIVATE KEY-----')) yield { text: value, path }
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* textsIn(item, [...path, index])
  } else if (isFields(value)) {
    for (const [key, item] of Object.entries(value)) yield* textsIn(item, [...path, key])
  }
}

const passwordInUrl: LintRule = {
  code: 'PASSWORD_IN_URL',
  severity: 'error',
  title: 'An address of a source holds a password',
  why: 'Everybody who can read the repository or the object has it. Flux takes credentials from a Secret.',
  bad: sourceAt('https://bot:s3cret@git.example.com/fleet.git'),
  good: sourceAt('https://git.example.com/fleet.git'),
  *check(repository) {
    for (const object of repository.objects) {
      const spec = partOf(object.content, 'spec')
      const isSource = object.group === 'source.toolkit.fluxcd.io'
      const sync = object.kind === 'FluxInstance' ? partOf(spec, 'sync') : {}
      const url = textIn(isSource ? spec : sync, 'url')
      const found = /^[a-z]+:\/\/[^/@:]*:([^/@]+)@/.exec(url)
      if (!found || isUnfilled(found[1] ?? '')) continue
      yield {
        place: object.placeOf(isSource ? ['spec', 'url'] : ['spec', 'sync', 'url']),
        message: `${named(object)} has a password in its address`,
        advice: 'put the credentials in a Secret, and name it in spec.secretRef',
      }
    }
  },
}

function sourceAt(url: string): string {
  return `apiVersion: source.toolkit.fluxcd.io/v1\nkind: GitRepository\nmetadata: {name: fleet, namespace: flux-system}\nspec:\n  interval: 10m\n  url: ${url}\n`
}

const notBase64: LintRule = {
  code: 'SECRET_NOT_BASE64',
  severity: 'error',
  title: 'A value of data of a Secret is not base64',
  why: 'The API server rejects the Secret. Plain text goes into stringData.',
  bad: secret('data:\n  user: "plain text!"\n'),
  good: secret('stringData:\n  user: "plain text!"\n'),
  *check(repository) {
    for (const object of repository.objects) {
      if (!isSecret(object) || (object.document === undefined && object.inHost === undefined)) continue
      const wrong = Object.entries(partOf(object.content, 'data')).flatMap(([key, value]) =>
        typeof value === 'string' && !isBase64(value) ? [key] : [],
      )
      const [first] = wrong
      if (first === undefined) continue
      yield {
        place: object.placeOf(['data', first]),
        message: `${named(object)} has values of data that are not base64: ${listFirst(wrong.map(key => `"${key}"`).toSorted())}`,
        advice: 'encode them, or put the texts into stringData',
      }
    }
  },
}

// What is filled in or decrypted later is not judged.
function isBase64(value: string): boolean {
  if (/\$\{|\{\{|\$\(/.test(value) || value.startsWith('ENC[') || isPlaceholder(value)) return true
  const text = value.replaceAll(/\s/g, '')
  return /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.length % 4 === 0
}

const notDecrypted: LintRule = {
  code: 'SOPS_NOT_DECRYPTED',
  severity: 'error',
  title: 'A file is encrypted with SOPS, and the Kustomization that applies it does not decrypt',
  why: 'Flux then applies the encrypted text, or fails. Judged if the Kustomization is in this repository and no patch can give it spec.decryption.',
  bad: sops(''),
  good: sops('  decryption: {provider: sops, secretRef: {name: sops-age}}\n'),
  *check(repository) {
    for (const { object: kustomization, build } of repository.flux) {
      if (!build || repository.isPatched(kustomization) || kustomization.host?.isEncrypted === true) continue
      if (isFields(partOf(kustomization.content, 'spec')['decryption'])) continue
      for (const { object } of build.objects) {
        // Of some files everything is encrypted, even the kind: they are not meant for Flux.
        if (!object.isEncrypted || object.kind.startsWith('ENC[')) continue
        yield {
          place: object.placeOf(['sops'], 'key'),
          message: `${named(object)} is encrypted with SOPS, and ${named(kustomization)} has no spec.decryption`,
          advice: 'set spec.decryption.provider to sops, with a secretRef to the key',
        }
      }
    }
  },
}

function sops(more: string): Readonly<Record<string, string>> {
  return {
    'clusters/blue/apps.yaml': `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: apps, namespace: flux-system}\nspec:\n  interval: 10m\n  path: ./clusters/blue\n  prune: true\n  sourceRef: {kind: GitRepository, name: flux-system}\n${more}`,
    'clusters/blue/secret.yaml': `${secret('stringData:\n  password: ENC[AES256_GCM,data:abc,type:str]\n')}sops:\n  version: 3.9.0\n`,
  }
}

/** Secrets in the repository. */
export const secretRules: RuleFamily = {
  title: 'Secrets',
  rules: [clearText, privateKey, passwordInUrl, notBase64, notDecrypted],
}
