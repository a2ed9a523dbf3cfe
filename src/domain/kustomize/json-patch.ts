import { isFields, textIn } from '../object/fields.ts'
import { isEqual } from '../object/is-equal.ts'

/** An operation that cannot be carried out. */
export class JsonPatchError extends Error {
  override readonly name = 'JsonPatchError'
}

// A patch of sixty copies, each of all that is there, would make more than any machine can hold.
const MOST_COPIED = 100_000

/** Carries out a JSON patch (RFC 6902), or throws a JsonPatchError. */
export function applyJsonPatch(document: unknown, operations: readonly unknown[]): unknown {
  return operations.reduce((value: unknown, operation) => {
    if (!isFields(operation)) throw new JsonPatchError('an operation is not an object')
    return carryOut(value, {
      op: textIn(operation, 'op'),
      path: textIn(operation, 'path'),
      from: textIn(operation, 'from'),
      value: operation['value'],
    })
  }, document)
}

interface Operation {
  readonly op: string
  readonly path: string
  readonly from: string
  readonly value: unknown
}

function carryOut(document: unknown, { op, path, from, value }: Operation): unknown {
  const to = stepsOf(path)
  if (op === 'add') return write(document, to, { value, mode: 'add' })
  if (op === 'replace') return write(document, to, { value, mode: 'replace' })
  if (op === 'remove') return write(document, to, { value: undefined, mode: 'remove' })
  const source = stepsOf(from)
  if (op === 'copy') {
    const copied = read(document, source)
    if (sizeUpTo(copied, MOST_COPIED) >= MOST_COPIED)
      throw new JsonPatchError(`${from || 'the object'} has more than ${MOST_COPIED} values to copy`)
    return write(document, to, { value: copied, mode: 'add' })
  }
  if (op === 'move') {
    const moved = read(document, source)
    const without = write(document, source, { value: undefined, mode: 'remove' })
    return write(without, to, { value: moved, mode: 'add' })
  }
  if (op === 'test') {
    if (isEqual(read(document, to), value)) return document
    throw new JsonPatchError(`the test of ${path} fails`)
  }
  throw new JsonPatchError(`there is no operation ${op}`)
}

/** How many values a value consists of; counted no further than the limit. */
function sizeUpTo(value: unknown, limit: number): number {
  let size = 0
  const open = [value]
  while (open.length > 0 && size < limit) {
    const next = open.pop()
    size += 1
    if (typeof next === 'object' && next !== null) for (const part of Object.values(next)) open.push(part)
  }
  return size
}

function stepsOf(path: string): readonly string[] {
  if (path === '') return []
  if (!path.startsWith('/')) throw new JsonPatchError(`${path} is not a path`)
  return path
    .slice(1)
    .split('/')
    .map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function read(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return value
  if (Array.isArray(value)) return read(value[indexOf(value, step)], rest)
  if (isFields(value) && Object.hasOwn(value, step)) return read(value[step], rest)
  throw missing(step)
}

interface Writing {
  readonly value: unknown
  readonly mode: 'add' | 'replace' | 'remove'
}

function write(target: unknown, [step, ...rest]: readonly string[], writing: Writing): unknown {
  if (step === undefined) return writing.value
  if (Array.isArray(target)) return writeInList(target, { step, rest }, writing)
  if (!isFields(target)) throw missing(step)
  if (!Object.hasOwn(target, step) && (rest.length > 0 || writing.mode === 'remove')) throw missing(step)
  if (rest.length > 0) return { ...target, [step]: write(target[step], rest, writing) }
  if (writing.mode !== 'remove') return { ...target, [step]: writing.value }
  return Object.fromEntries(Object.entries(target).filter(([key]) => key !== step))
}

interface Where {
  readonly step: string
  readonly rest: readonly string[]
}

function writeInList(list: readonly unknown[], { step, rest }: Where, writing: Writing): unknown {
  const isLast = rest.length === 0
  if (isLast && writing.mode === 'add' && step === '-') return [...list, writing.value]
  if (isLast && writing.mode === 'add' && Number(step) === list.length) return [...list, writing.value]
  const index = indexOf(list, step)
  if (!isLast) return list.with(index, write(list[index], rest, writing))
  if (writing.mode === 'replace') return list.with(index, writing.value)
  return list.toSpliced(
    index,
    writing.mode === 'remove' ? 1 : 0,
    ...(writing.mode === 'add' ? [writing.value] : []),
  )
}

function indexOf(list: readonly unknown[], step: string): number {
  const index = /^(?:0|[1-9]\d*)$/.test(step) ? Number(step) : -1
  if (index < 0 || index >= list.length) throw missing(step)
  return index
}

function missing(step: string): JsonPatchError {
  return new JsonPatchError(`there is no ${JSON.stringify(step)}`)
}
