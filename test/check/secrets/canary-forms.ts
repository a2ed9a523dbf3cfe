import { Buffer } from 'node:buffer'

/** A value that must not be reported, under a name that may be. */
export interface Canary {
  readonly name: string
  readonly value: string
}

/** One way in which a value can be written. */
export interface CanaryForm {
  readonly form: 'raw' | 'JSON' | 'URL' | 'base64' | 'base64 twice'
  readonly text: string
}

/** Shorter texts are found everywhere by chance. */
const MIN_BYTES = 8

/** All the ways in which a value, or one line of it, can stand in a text. */
export function canaryForms({ value }: Canary): readonly CanaryForm[] {
  const lines = [value, ...value.split(/\r?\n/)]
  const secrets = [...new Set(lines)].filter(line => Buffer.byteLength(line) >= MIN_BYTES)
  const forms = secrets.flatMap(formsOf)
  // The first name of a form is the one that is reported.
  return [...new Map(forms.toReversed().map(form => [form.text, form])).values()].toReversed()
}

function formsOf(text: string): readonly CanaryForm[] {
  const bytes = Buffer.from(text)
  return [
    { form: 'raw', text },
    ...jsonForms(text).map(json => ({ form: 'JSON', text: json }) as const),
    ...urlForms(text).map(url => ({ form: 'URL', text: url }) as const),
    ...base64Cores(bytes).map(core => ({ form: 'base64', text: core }) as const),
    ...base64Cores(bytes)
      .flatMap(core => base64Cores(Buffer.from(core)))
      .map(core => ({ form: 'base64 twice', text: core }) as const),
  ]
}

// Go escapes what could be taken for HTML.
function jsonForms(text: string): readonly string[] {
  const json = JSON.stringify(text).slice(1, -1)
  const go = json.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e').replaceAll('&', '\\u0026')
  return [json, go]
}

function urlForms(text: string): readonly string[] {
  if (!text.isWellFormed()) return []
  const url = encodeURIComponent(text)
  return [url, url.replaceAll('%20', '+'), url.replaceAll(/%[0-9A-F]{2}/g, escape => escape.toLowerCase())]
}

/**
 * What base64 makes of bytes wherever they stand in a longer text: one form for each of the three places in a group.
 *
 * Characters that depend on what stands before or after are left out.
 */
function base64Cores(bytes: Uint8Array): readonly string[] {
  return [0, 1, 2].flatMap(before => {
    const padded = Buffer.concat([new Uint8Array(before), bytes])
    const from = Math.ceil((before * 4) / 3)
    const to = Math.floor((padded.length * 4) / 3)
    return [
      ...new Set(
        (['base64', 'base64url'] as const).map(encoding => padded.toString(encoding).slice(from, to)),
      ),
    ]
  })
}
