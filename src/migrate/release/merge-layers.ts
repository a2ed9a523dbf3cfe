import {
  copyValues,
  type DraftValues,
  type HelmValues,
  ValuesLimitError,
} from '../../domain/helm-values/copy-values.ts'
import { mergeValues } from '../../domain/helm-values/merge-values.ts'
import { assignSetLine } from '../../domain/helm-values/set-line/parse-set-line.ts'
import { SetLineError } from '../../domain/helm-values/set-line/set-line-error.ts'
import { readValues } from '../../domain/helm-values/values-from/read-values.ts'
import { type PlacedReason, reasonAt } from './reason.ts'
import type { SetLine, ValueLayers, ValuesText } from './value-layers.ts'

/** The values that the Helm provider gives to a chart, or what it could not read. */
export type MergedLayers =
  | { readonly ok: true; readonly values: HelmValues }
  | { readonly ok: false; readonly fault: PlacedReason }

/** Merges the layers as the Helm provider does; `fill` changes each text before it is read. */
export function mergeLayers(
  { documents, lines }: Pick<ValueLayers, 'documents' | 'lines'>,
  fill: (text: string) => string,
): MergedLayers {
  let values: HelmValues = {}
  for (const document of documents) {
    const read = readDocument(document, fill)
    if (!read.ok) return read
    values = mergeValues(values, read.values)
  }
  try {
    const draft = copyValues(values)
    for (const line of lines) {
      const fault = assign(line, draft, fill)
      if (fault) return { ok: false, fault }
    }
    return { ok: true, values: draft }
  } catch (error) {
    if (!(error instanceof ValuesLimitError)) throw error
    const [first] = [...documents, ...lines]
    if (!first) throw error
    return { ok: false, fault: reasonAt(first, 'the values are too many, or nested too deeply') }
  }
}

// The words of a reader can quote the text, which can hold what must not be shown.
function readDocument(document: ValuesText, fill: (text: string) => string): MergedLayers {
  const read = readValues(fill(document.text))
  if (read.ok) return read
  return { ok: false, fault: reasonAt(document, `this document of values is not read: ${read.cause}`) }
}

function assign(
  { name, value, mode, ...span }: SetLine,
  draft: DraftValues,
  fill: (text: string) => string,
): PlacedReason | undefined {
  try {
    assignSetLine(`${name}=${fill(value)}`, mode, draft)
    return undefined
  } catch (error) {
    if (!(error instanceof SetLineError)) throw error
    return reasonAt(span, 'Helm cannot read this value: see its rules for --set')
  }
}
