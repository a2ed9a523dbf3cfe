import { type HclAttribute, attributeOf, type Block } from '../hcl/body.ts'
import type { HclExpression } from '../hcl/expression.ts'
import type { HclSpan } from '../hcl/source-file.ts'
import { evaluate, opaque } from '../evaluate/evaluate.ts'
import { hasMark } from '../evaluate/holes.ts'
import { type HclScope, withNames } from '../evaluate/scope.ts'
import { textOfValue } from '../evaluate/text-of-value.ts'
import {
  isUnknown,
  isValueList,
  isValueMap,
  sortedEntries,
  type Unknown,
  type Value,
  type ObjectValue,
} from '../evaluate/value.ts'
import { type PlacedReason, reasonAt } from './reason.ts'

/** A document of `values`: its text, with marks. */
export interface ValuesText extends HclSpan {
  readonly text: string
}

/** A line as `--set` of Helm takes it, with marks. */
export interface SetLine extends HclSpan {
  readonly name: string
  /** What stands behind the equals sign. */
  readonly value: string
  readonly mode: 'set' | 'set-string' | 'set-literal'
}

/** What the values of a release are made of, in the order in which the Helm provider takes them. */
export interface ValueLayers {
  readonly documents: readonly ValuesText[]
  readonly lines: readonly SetLine[]
  readonly faults: readonly PlacedReason[]
}

/** Collects `values`, `set`, `set_list` and `set_sensitive` of a release, as blocks and as lists. */
export function valueLayers(block: Block, scope: HclScope): ValueLayers {
  return new Collector(block, scope).collect()
}

class Collector {
  readonly #block: Block
  readonly #scope: HclScope
  readonly #faults: PlacedReason[] = []

  constructor(block: Block, scope: HclScope) {
    this.#block = block
    this.#scope = scope
  }

  collect(): ValueLayers {
    const documents = this.#documents()
    const lines = [
      ...this.#lines('set', (fields, span) => this.#line(fields, span, false)),
      ...this.#lines('set_list', (fields, span) => this.#listLine(fields, span)),
      ...this.#lines('set_sensitive', (fields, span) => this.#line(fields, span, true)),
    ]
    return { documents, lines, faults: this.#faults }
  }

  #documents(): readonly ValuesText[] {
    const attribute = attributeOf(this.#block.body, 'values')
    if (!attribute) return []
    const value = evaluate(attribute.value, this.#scope)
    if (value === null) return []
    if (isUnknown(value) || !isValueList(value)) {
      const why = isUnknown(value)
        ? `how many documents there are is known only to Terraform: ${value.hole.reason}`
        : 'values is no list'
      this.#faults.push(reasonAt(attribute, why))
      return []
    }
    return value.flatMap((item, index) => this.#document(item, placeOfItem(attribute, index)))
  }

  #document(item: Value, span: HclSpan): readonly ValuesText[] {
    if (item === null || item === '') return []
    const text = isUnknown(item) ? this.#scope.holes.mark(item.hole, 'text') : textOfValue(item)
    if (text !== undefined) return [{ text, ...spanOf(span) }]
    this.#faults.push(reasonAt(span, 'a document of values is no text'))
    return []
  }

  /** Entries of `set { … }`, of `dynamic "set" { … }`, and of `set = [{ … }]`. */
  #lines(
    name: string,
    read: (fields: EntryFields, span: HclSpan) => SetLine | undefined,
  ): readonly SetLine[] {
    const { attributes, blocks } = this.#block.body
    const lines: (SetLine | undefined)[] = []
    for (const block of blocks) {
      if (block.type === name) lines.push(read(this.#blockFields(block, this.#scope), block))
      if (block.type !== 'dynamic' || block.labels[0] !== name) continue
      lines.push(...this.#expand(block, name).map(fields => read(fields, block)))
    }
    for (const attribute of attributes) {
      if (attribute.name === name)
        lines.push(...this.#entries(attribute).map(fields => read(fields, attribute)))
    }
    return lines.filter(line => line !== undefined)
  }

  #blockFields({ body }: Block, scope: HclScope): EntryFields {
    const values = new Map(body.attributes.map(({ name, value }) => [name, evaluate(value, scope)]))
    return { values, hidden: name => this.#hidden(attributeOf(body, name)?.value, scope) }
  }

  #hidden(expression: HclExpression | undefined, scope: HclScope): Unknown | undefined {
    return expression && opaque(expression, scope, [])
  }

  #expand(block: Block, name: string): readonly EntryFields[] {
    const forEach = attributeOf(block.body, 'for_each')
    const content = block.body.blocks.find(({ type }) => type === 'content')
    if (!forEach || !content) {
      this.#faults.push(reasonAt(block, 'this dynamic block is not complete'))
      return []
    }
    const over = evaluate(forEach.value, this.#scope)
    if (isUnknown(over) || !(isValueList(over) || isValueMap(over))) {
      const why = isUnknown(over) ? over.hole.reason : 'it is neither a list nor a map'
      this.#faults.push(reasonAt(forEach, `what ${name} is repeated for is known only to Terraform: ${why}`))
      return []
    }
    const iterator = attributeOf(block.body, 'iterator')?.value
    const named = iterator?.kind === 'variable' ? iterator.name : name
    const entries: readonly (readonly [Value, Value])[] = isValueMap(over)
      ? sortedEntries(over)
      : over.map((item, index) => [typeof item === 'string' ? item : index, item])
    return entries.map(([key, value]) => {
      const item = new Map([
        ['key', key],
        ['value', value],
      ])
      return this.#blockFields(content, withNames(this.#scope, [[named, item]]))
    })
  }

  #entries(attribute: HclAttribute): readonly EntryFields[] {
    const value = evaluate(attribute.value, this.#scope)
    if (value === null) return []
    if (isUnknown(value) || !isValueList(value)) {
      const why = isUnknown(value) ? `is known only to Terraform: ${value.hole.reason}` : 'is no list'
      this.#faults.push(reasonAt(attribute, `${attribute.name} ${why}`))
      return []
    }
    return value.flatMap((item, index) => {
      if (!isUnknown(item) && isValueMap(item)) return [this.#entryFields(item, attribute, index)]
      this.#faults.push(reasonAt(attribute, `an entry of ${attribute.name} is not known here`))
      return []
    })
  }

  #entryFields(values: ObjectValue, attribute: HclAttribute, index: number): EntryFields {
    return {
      values,
      hidden: name => {
        const item = attribute.value.kind === 'list' ? attribute.value.items[index] : undefined
        const entries = item?.kind === 'object' ? item.entries : []
        const entry = entries.find(({ key }) => key.kind === 'literal' && key.value === name)
        return this.#hidden(entry?.value, this.#scope)
      },
    }
  }

  #line(fields: EntryFields, span: HclSpan, isHidden: boolean): SetLine | undefined {
    const name = this.#name(fields, span)
    const mode = this.#mode(fields, span)
    if (name === undefined || mode === undefined) return undefined
    const value = fields.values.get('value') ?? null
    const known = isHidden ? this.#secret(value, fields, span) : this.#text(value, span)
    return known === undefined ? undefined : { name, value: known, mode, ...spanOf(span) }
  }

  #text(value: Value, span: HclSpan): string | undefined {
    if (isUnknown(value)) return this.#scope.holes.mark(value.hole, 'text')
    const text = value === null ? '' : textOfValue(value)
    if (text === undefined) this.#faults.push(reasonAt(span, 'the value of set is no text'))
    return text
  }

  /** A value of set_sensitive never leaves Terraform but in the Secret of its outputs. */
  #secret(value: Value, fields: EntryFields, span: HclSpan): string | undefined {
    const { holes } = this.#scope
    if (isUnknown(value)) return holes.mark({ ...value.hole, isSensitive: true }, 'text')
    const hidden = fields.hidden('value')
    if (hidden?.hole.expression === undefined) {
      this.#faults.push(reasonAt(span, 'a value of set_sensitive cannot be written as an output'))
      return undefined
    }
    return holes.mark({ ...hidden.hole, isSensitive: true, reason: 'it is sensitive' }, 'text')
  }

  // The provider puts the items behind each other between braces; a list that is not known is handed over whole.
  #listLine({ values }: EntryFields, span: HclSpan): SetLine | undefined {
    const name = this.#name({ values }, span)
    const value = values.get('value') ?? null
    if (name === undefined) return undefined
    if (isUnknown(value))
      return { name, value: this.#scope.holes.mark(value.hole, 'value'), mode: 'set', ...spanOf(span) }
    const items = isValueList(value) ? value.map(item => this.#text(item, span)) : [undefined]
    if (items.includes(undefined)) {
      this.#faults.push(reasonAt(span, 'the value of set_list is no list of texts'))
      return undefined
    }
    return { name, value: `{${items.join(',')}}`, mode: 'set', ...spanOf(span) }
  }

  #name({ values }: Pick<EntryFields, 'values'>, span: HclSpan): string | undefined {
    const name = values.get('name') ?? null
    const text = isUnknown(name) ? undefined : textOfValue(name)
    if (text !== undefined && text !== '' && this.#isPlain(text)) return text
    this.#faults.push(reasonAt(span, 'the name of a value is known only to Terraform'))
    return undefined
  }

  #isPlain(text: string): boolean {
    return !hasMark(text)
  }

  #mode({ values }: EntryFields, span: HclSpan): SetLine['mode'] | undefined {
    const type = values.get('type') ?? 'auto'
    if (type === 'auto' || type === '') return 'set'
    if (type === 'string') return 'set-string'
    if (type === 'literal') return 'set-literal'
    this.#faults.push(reasonAt(span, 'the type of a value is not one that Fitout knows'))
    return undefined
  }
}

interface EntryFields {
  readonly values: ObjectValue
  /** The expression of a field, for a value that must not be seen. */
  readonly hidden: (name: string) => Unknown | undefined
}

function placeOfItem(attribute: HclAttribute, index: number): HclSpan {
  const { value } = attribute
  return value.kind === 'list' ? (value.items[index] ?? attribute) : attribute
}

function spanOf({ file, start, end }: HclSpan): HclSpan {
  return { file, start, end }
}
