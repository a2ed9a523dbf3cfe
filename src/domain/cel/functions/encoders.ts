import { bytes, dyn, single, string, type FunctionBinding } from '../plan/binding.ts'
import type { Meter } from '../plan/meter.ts'
import { decodeLooseBase64, encodeBase64 } from '../../bytes/base64.ts'
import { Fault, NO_SUCH_OVERLOAD, type CelValue, type CelOutcome } from '../value/cel-value.ts'
import { encodeJson } from './encode-json.ts'

/** `base64.encode`, `base64.decode` and `json.encode`. */
export const encoders: readonly (readonly [string, FunctionBinding])[] = [
  single('base64.encode', { args: [bytes], apply: toBase64 }),
  single('base64.decode', { args: [string], apply: fromBase64 }),
  single('json.encode', { args: [dyn], apply: ([value = null], meter) => encodeJson(value, meter) }),
]

function toBase64([value]: readonly CelValue[], meter: Meter): CelOutcome {
  if (!(value instanceof Uint8Array)) return new Fault(NO_SUCH_OVERLOAD)
  meter.chargeText(value.length * 2)
  return encodeBase64(value)
}

function fromBase64([value]: readonly CelValue[], meter: Meter): CelOutcome {
  if (typeof value !== 'string') return new Fault(NO_SUCH_OVERLOAD)
  meter.chargeText(value.length)
  return decodeLooseBase64(value) ?? new Fault('illegal base64 data')
}
