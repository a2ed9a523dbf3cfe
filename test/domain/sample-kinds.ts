import { evaluateHealth } from '../../src/domain/health/evaluate-health.ts'
import type { Fields } from '../../src/domain/object/fields.ts'
import { applyProofRules } from '../../src/domain/proof/judge/proof-rules.ts'

/** For tests: what an object has besides its kind. */
export type Parts = Readonly<Record<'metadata' | 'spec' | 'status', Fields>>

/** For tests: how a proof judges an object of this kind. */
export function judgeKind(kind: string, parts: Partial<Parts>): readonly string[] {
  const [apiVersion = '', name = ''] = kind.split(' ')
  const metadata = { name: 'x', generation: 2, ...parts.metadata }
  const object = { apiVersion, kind: name, ...parts, metadata }
  const { status, message } = evaluateHealth(object, { now: 0, reader: 'flux' })
  const { health, message: words } = applyProofRules(object, { health: status, message })
  return [health, words]
}

/** For tests: a condition. */
export const is = (type: string, status = 'True', more: Fields = {}) => ({ type, status, ...more })
/** For tests: an object with these conditions. */
export const conditions = (...all: readonly Fields[]) => ({ status: { conditions: all } })
