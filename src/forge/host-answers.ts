import { decodeLooseBase64 } from '../domain/bytes/base64.ts'
import { decodeUtf8Loosely } from '../domain/bytes/utf8.ts'
import { type Fields, isFields, partOf, textIn } from '../domain/object/fields.ts'
import { ForgeError } from './forge-error.ts'
import { callForge, type ForgeApi, type ForgeCall } from './forge-request.ts'
import type { HostFile } from './git-host.ts'

/** An answer that must be an object. */
export async function callForFields(api: ForgeApi, call: ForgeCall): Promise<Fields> {
  const value = await callForge(api, call)
  if (isFields(value)) return value
  throw unexpected(api, call, 'an object')
}

/** An answer that must be a list of objects. */
export async function callForList(api: ForgeApi, call: ForgeCall): Promise<readonly Fields[]> {
  const value = await callForge(api, call)
  if (Array.isArray(value)) return value.filter(isFields)
  throw unexpected(api, call, 'a list')
}

/** An answer of which a refusal because there is nothing is no fault. */
export async function callIfThere(api: ForgeApi, call: ForgeCall): Promise<Fields | undefined> {
  try {
    return await callForFields(api, call)
  } catch (error) {
    if (error instanceof ForgeError && error.code === 'NOT_FOUND') return undefined
    throw error
  }
}

/** Asks page by page, until one is not full or there is enough. */
export async function pagesOf(
  api: ForgeApi,
  call: Omit<ForgeCall, 'method'>,
  { size, most, query }: { readonly size: number; readonly most: number; readonly query: string },
): Promise<readonly Fields[]> {
  const found: Fields[] = []
  for (let page = 1; found.length < most; page++) {
    const mark = call.path.includes('?') ? '&' : '?'
    const path = `${call.path}${mark}${query}=${size}&page=${page}`
    const items = await callForList(api, { ...call, method: 'GET', path })
    found.push(...items)
    if (items.length < size) break
  }
  return found.slice(0, most)
}

function unexpected(api: ForgeApi, { what }: ForgeCall, wanted: string): ForgeError {
  return new ForgeError('UNEXPECTED', `cannot ${what}: the answer of ${api.url.host} is not ${wanted}`, {
    fix: 'check --forge-url: it is the address of the API',
  })
}

const MOST_FILE_LETTERS = 4 * 1024 * 1024

/** The file in an answer of a contents API, of GitHub and of Gitea. */
export function fileOfContents(fields: Fields): HostFile {
  const lock = textIn(fields, 'sha')
  if (textIn(fields, 'type') !== 'file') return { kind: 'link', text: '', lock }
  return { kind: 'file', text: textOfBase64(textIn(fields, 'content')), lock }
}

/** Base64 as forges break it into lines, as text. What is not text stays different from every text. */
export function textOfBase64(content: string): string {
  const bytes = decodeLooseBase64(content.slice(0, MOST_FILE_LETTERS).replaceAll(/\s/g, ''))
  return bytes ? decodeUtf8Loosely(bytes) : ''
}

/** An address that people may be sent to; nothing for any other. */
export function linkIn(fields: Fields, name: string): string {
  const url = URL.parse(textIn(fields, name))
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : ''
}

/** A text inside of a part of an answer, such as `user.login`. */
export function textWithin(fields: Fields, part: string, name: string): string {
  return textIn(partOf(fields, part), name)
}

/** A call that only reads. */
export function reading(path: string, what: string): ForgeCall & { readonly method: 'GET' } {
  return { method: 'GET', path, what }
}

const plainModes = new Set(['100644', '100755'])

/** The path of an entry of a tree, if it is a file: neither a folder, nor a link, nor a submodule. */
export function plainPath(entry: Fields): readonly string[] {
  const isFile = textIn(entry, 'type') === 'blob' && plainModes.has(textIn(entry, 'mode'))
  return isFile ? [textIn(entry, 'path')] : []
}
