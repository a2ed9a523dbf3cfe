import { byteLength } from '../../bytes/byte-length.ts'
import type { TemplateOperator } from '../template.ts'
import { changeFirst, toGoLower, toGoUpper } from './go-case.ts'
import { replaceEvery, replaceFirst } from './replace.ts'
import { type NegativeLength, substring } from './substring.ts'
import { type Extent, trimPrefix, trimSuffix } from './trim.ts'
import { fromBytes, toBytes } from './utf8.ts'
import type { Work } from './work.ts'

/** A value and what comes with it. An unset variable is the empty value. */
export interface Operation {
  readonly value: string
  readonly args: readonly string[]
  readonly negativeLength: NegativeLength
  readonly work: Work
}

// Undefined is where upstream crashes.
type Operate = (operation: Operation) => string | undefined

const operations: Readonly<Record<TemplateOperator, Operate>> = {
  value: ({ value }) => value,
  length: ({ value }) => String(byteLength(value)),

  ',': ({ value }) => changeFirst(value, toGoLower),
  ',,': casing(toGoLower),
  '^': ({ value }) => changeFirst(value, toGoUpper),
  '^^': casing(toGoUpper),
  ',^': ({ value }) => value,
  '^,': ({ value }) => value,

  '=': withDefault,
  ':=': withDefault,
  ':-': withDefault,
  ':?': withDefault,
  ':+': withDefault,

  ':': onBytes(({ value, args, negativeLength }) => substring(value, args, negativeLength)),
  '#': onBytes(trimming(trimPrefix, 'shortest')),
  '##': onBytes(trimming(trimPrefix, 'longest')),
  '%': onBytes(trimming(trimSuffix, 'shortest')),
  '%%': onBytes(trimming(trimSuffix, 'longest')),
  '/': onBytes(({ value, args: [old = '', by = ''] }) => replaceFirst(value, [old, by])),
  '//': onBytes(({ value, args: [old = '', by = ''], work }) => replaceEvery(value, [old, by], work)),
  '/#': onBytes(({ value, args: [old = '', by] }) => {
    // With nothing behind the second slash this one and the next change nothing, unlike the two above.
    return by === undefined || !value.startsWith(old) ? value : by + value.slice(old.length)
  }),
  '/%': onBytes(({ value, args: [old = '', by] }) => {
    return by === undefined || !value.endsWith(old) ? value : value.slice(0, value.length - old.length) + by
  }),
}

/** Does what an operator says. Returns undefined where upstream crashes. */
export function applyOperator(operator: TemplateOperator, operation: Operation): string | undefined {
  return operations[operator](operation)
}

function withDefault({ value, args }: Operation): string {
  return value === '' ? args.join('') : value
}

function casing(change: (text: string) => string): Operate {
  return ({ value, work }) => {
    work.take(value)
    return change(value)
  }
}

function trimming(trim: typeof trimPrefix, extent: Extent): Operate {
  return ({ value, args: [pattern = ''], work }) => trim({ bytes: value, pattern, extent }, work)
}

function onBytes(operate: Operate): Operate {
  return operation => {
    const { value, args, work } = operation
    for (const text of [value, ...args]) work.take(text)
    const result = operate({ ...operation, value: toBytes(value), args: args.map(toBytes) })
    return result === undefined ? undefined : fromBytes(result)
  }
}
