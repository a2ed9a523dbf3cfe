import { copyValues, type DraftValues, type HelmValues } from '../copy-values.ts'
import { assignLine } from './assign-line.ts'
import { dialects, type SetMode } from './dialect.ts'
import { faultWords, MAX_LINE_LENGTH } from './fault-words.ts'
import { type SetLineFault, positionIn, SetLineError } from './set-line-error.ts'

/** Reads what follows `--set`, `--set-string`, `--set-json` or `--set-literal` into a copy of `values`, as Helm does. */
export function parseSetLine(line: string, mode: SetMode, values: HelmValues = {}): HelmValues {
  const result = copyValues(values)
  assignSetLine(line, mode, result)
  return result
}

/** Does the same in `values` themselves. */
export function assignSetLine(line: string, mode: SetMode, values: DraftValues): void {
  const error = (fault: SetLineFault) => setLineError(line, mode, fault)
  if (line.length > MAX_LINE_LENGTH) throw error({ code: 'LINE_TOO_LONG', offset: MAX_LINE_LENGTH })
  assignLine({ line, dialect: dialects[mode], values, error })
}

/** Says what is wrong with a line, and where. */
export function setLineError(line: string, mode: SetMode, fault: SetLineFault): SetLineError {
  const words = { action: `read --${mode}`, cause: faultWords(fault, true) }
  return new SetLineError(fault.code, positionIn(line, fault.offset, 'line'), words)
}
