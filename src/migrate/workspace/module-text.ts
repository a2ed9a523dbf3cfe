import { isFields, itemsIn, partOf, textIn, type Fields } from '../../domain/object/fields.ts'
import { documentsIn, type DocumentText } from '../../domain/yaml/document/split-documents.ts'
import { nodeAt } from '../../domain/yaml/node/node-at.ts'
import { parseNode } from '../../domain/yaml/node/parse-node.ts'
import { positionAt } from '../../domain/yaml/position.ts'
import { readGoYaml } from '../../domain/yaml/read-go-yaml.ts'
import { HclError } from '../hcl/hcl-error.ts'
import type { SourceFile } from '../hcl/source-file.ts'
import type { Value } from '../evaluate/value.ts'
import type { TextEdit } from '../write/text-edit.ts'

/** A module of Terraform inside a manifest. */
export interface EmbeddedModule {
  /** `WorkspaceTemplate eks-controlplane`. */
  readonly title: string
  readonly file: SourceFile
  /** Values of variables that the manifest gives plainly. */
  readonly inputs: ReadonlyMap<string, Value>
  /** Where its first line begins in the file, and how far each line is indented. */
  readonly start: number
  readonly indent: number
}

const places: Readonly<Record<string, readonly string[]>> = {
  WorkspaceTemplate: ['spec', 'template', 'spec', 'forProvider'],
  Workspace: ['spec', 'forProvider'],
}

/** Finds the modules in the manifests of a file. Throws an HclError for one that cannot be edited, a YamlError for a broken file. */
export function embeddedModules(path: string, text: string): readonly EmbeddedModule[] {
  return [...documentsIn(text)].flatMap(document => {
    const object = readGoYaml(document.text)
    if (!isFields(object)) return []
    const at = places[textIn(object, 'kind')]
    if (!at) return []
    const provider = at.reduce<Fields>(partOf, object)
    if (typeof provider['module'] !== 'string' || textIn(provider, 'source', 'Inline') !== 'Inline') return []
    const title = `${textIn(object, 'kind')} ${textIn(partOf(object, 'metadata'), 'name')}`
    return [
      { title, inputs: inputsOf(provider), ...literalText({ path, text }, document, [...at, 'module']) },
    ]
  })
}

// What has a placeholder is filled by CAPT, cluster by cluster.
function inputsOf(provider: Fields): ReadonlyMap<string, Value> {
  const plain = itemsIn(provider, 'vars').filter(one => !textIn(one, 'value', '${').includes('${'))
  return new Map(plain.map(one => [textIn(one, 'key'), textIn(one, 'value')]))
}

function literalText(
  { path, text }: SourceFile,
  document: DocumentText,
  at: readonly string[],
): Pick<EmbeddedModule, 'file' | 'start' | 'indent'> {
  const root = parseNode(document.text)
  const node = root && nodeAt(root, at)?.node
  const from = document.start + (node?.start ?? 0)
  const span = { file: { path, text }, start: from, end: from }
  if (text.includes('\r')) throw new HclError('the lines of this file end with CR: save it with LF', span)
  if (node?.kind !== 'scalar' || node.style !== 'literal') {
    throw new HclError('this module is no literal block: write it behind |', span)
  }
  const header = text.slice(from, text.indexOf('\n', from))
  const start = from + header.length + 1
  const indent = /^(?:[ \t]*\n)*( *)/.exec(text.slice(start))?.[1]?.length ?? 0
  if (/\d/.test(header.split('#')[0] ?? '') || indent === 0) {
    throw new HclError('this block gives its indentation itself: leave the number away', span)
  }
  const lines = linesOf(text.slice(start), indent)
  const { line } = positionAt(text, start)
  const module = lines.map(one => one.slice(indent)).join('\n')
  if (module.trim() !== node.value.trim())
    throw new HclError('this module is not read as it is written', span)
  return { file: { path, text: module, origin: { line, column: indent + 1 } }, start, indent }
}

/** The lines of a block: up to the first that is indented less. */
function linesOf(text: string, indent: number): readonly string[] {
  const lines = text.split('\n')
  const end = lines.findIndex(line => line.trim() !== '' && line.search(/[^ ]/) < indent)
  const all = end === -1 ? lines : lines.slice(0, end)
  const last = all.findLastIndex(line => line.trim() !== '')
  return [...all.slice(0, last + 1), '']
}

/** Edits of the module as edits of the file that it is in. */
export function editsInFile(
  { file, start, indent }: EmbeddedModule,
  edits: readonly TextEdit[],
  text: string,
): readonly TextEdit[] {
  const lines = lineStarts(file.text, { start, indent }, text)
  const placeOf = (offset: number) => {
    const line = file.text.slice(0, offset).split('\n').length - 1
    const column = offset - (file.text.lastIndexOf('\n', offset - 1) + 1)
    const { at, missing } = lines[line] ?? { at: text.length, missing: 0 }
    return { at: at + column, missing: column === 0 ? missing : 0 }
  }
  return edits.map(edit => {
    const { at, missing } = placeOf(edit.start)
    // The last line of a file may have no end.
    const gap = at === text.length && !text.endsWith('\n') ? '\n' : ''
    const padded = edit.text.replaceAll(/\n(?=[^\n])/g, `\n${' '.repeat(indent)}`)
    const begins = `${edit.text}${file.text.slice(edit.end)}`
    const pad = begins === '' || begins.startsWith('\n') ? '' : ' '.repeat(missing)
    return { start: at, end: placeOf(edit.end).at, text: gap + pad + padded }
  })
}

/** Where the text of a line of the module begins in the file, and how much of the indentation is missing before it. */
interface LineStart {
  readonly at: number
  readonly missing: number
}

function lineStarts(
  module: string,
  { start, indent }: Pick<EmbeddedModule, 'start' | 'indent'>,
  text: string,
): readonly LineStart[] {
  const starts: LineStart[] = []
  const lines = module.split('\n')
  let at = start
  for (const [index, line] of lines.entries()) {
    const end = text.indexOf('\n', at)
    const length = (end === -1 ? text.length : end) - at
    // An empty line may be indented less; behind the last line another part of the file begins.
    const isLast = index === lines.length - 1
    const indented = isLast ? 0 : Math.min(indent, Math.max(0, length - line.length))
    starts.push({ at: at + indented, missing: indent - indented })
    at = end === -1 ? text.length : end + 1
  }
  return starts
}
