import type { YamlValue } from '../yaml/yaml-value.ts'
import type { FieldControl } from './form-field.ts'

/**
 * The value of what a person typed into a field; undefined for an empty one, which is then not written.
 *
 * What does not read as a number stays a text, and the check then says what it must be.
 */
export function fieldValue(control: FieldControl, typed: string): YamlValue | undefined {
  if (typed === '') return undefined
  switch (control.kind) {
    case 'number':
    case 'number or text':
      return numberIn(typed.trim(), control.kind === 'number') ?? typed
    case 'switch':
      return typed === 'true'
    case 'choice':
      return control.options.find(option => String(option) === typed) ?? typed
    default:
      return typed
  }
}

function numberIn(text: string, takesFractions: boolean): number | undefined {
  const isNumber = takesFractions ? /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/ : /^-?\d+$/
  const value = isNumber.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(value) && (Number.isSafeInteger(value) || !Number.isInteger(value))
    ? value
    : undefined
}
