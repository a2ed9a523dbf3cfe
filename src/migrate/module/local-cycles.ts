import type { HclAttribute } from '../hcl/body.ts'
import type { HclExpression } from '../hcl/expression.ts'
import { HclError } from '../hcl/hcl-error.ts'
import { subExpressions } from '../evaluate/write-expression.ts'

interface LocalReference {
  readonly name: string
  readonly at: HclExpression
}

interface OpenLocal {
  readonly name: string
  /** What is still to be followed. */
  readonly references: LocalReference[]
}

/**
 * Refuses locals that refer to themselves, used or not, as Terraform does. Throws an HclError.
 *
 * It has no recursion: one local can refer to the next a thousand times.
 */
export function refuseLocalCycles(locals: ReadonlyMap<string, HclAttribute>): void {
  const closed = new Set<string>()
  for (const start of locals.keys()) {
    const path = closed.has(start) ? [] : [openLocal(start, locals)]
    const open = new Set([start])
    for (let current = path.at(-1); current; current = path.at(-1)) {
      const next = current.references.pop()
      if (!next) {
        closed.add(current.name)
        open.delete(current.name)
        path.pop()
        continue
      }
      if (open.has(next.name)) throw cycle(next, path)
      if (closed.has(next.name)) continue
      open.add(next.name)
      path.push(openLocal(next.name, locals))
    }
  }
}

function openLocal(name: string, locals: ReadonlyMap<string, HclAttribute>): OpenLocal {
  const attribute = locals.get(name)
  return { name, references: attribute ? referencesIn(attribute.value).toReversed() : [] }
}

function cycle({ name, at }: LocalReference, path: readonly OpenLocal[]): HclError {
  const from = path.findIndex(one => one.name === name)
  const names = [...path.slice(from).map(one => one.name), name].map(one => `local.${one}`)
  return new HclError(`local.${name} refers to itself: ${names.join(' → ')}`, at)
}

function referencesIn(expression: HclExpression): LocalReference[] {
  const isLocal =
    expression.kind === 'attribute' && expression.of.kind === 'variable' && expression.of.name === 'local'
  if (isLocal) return [{ name: expression.name, at: expression }]
  return subExpressions(expression).flatMap(referencesIn)
}
