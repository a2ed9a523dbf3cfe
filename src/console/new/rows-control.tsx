import type { ReactNode } from 'react'
import type { FieldControl, FormField } from '../../domain/cluster-form/form-field.ts'
import type { FormPlace } from '../../domain/cluster-form/form-place.ts'
import { isFields } from '../../domain/object/fields.ts'
import type { YamlValue } from '../../domain/yaml/yaml-value.ts'
import { useForm } from './form-context.ts'
import { placeIn } from './place-key.ts'

interface RowsProps<Kind extends 'list' | 'map'> {
  readonly place: FormPlace
  readonly field: FormField
  readonly control: Extract<FieldControl, { readonly kind: Kind }>
  /** Draws the value of a row. */
  readonly item: (row: RowItem) => ReactNode
}

/** The value of a row. */
export interface RowItem {
  readonly place: FormPlace
  readonly control: FieldControl
  readonly field: FormField
  readonly label: string
}

/** A list: a row for each item, and a button that adds one. */
export function ListControl({ place, field, control, item }: RowsProps<'list'>): ReactNode {
  const { valueAt, edit } = useForm()
  const value = valueAt(place)
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  const first = firstValue(control.item)
  const add = () =>
    edit(
      items.length === 0
        ? { kind: 'set', place, value: [first] }
        : { kind: 'set', place: placeIn(place, items.length), value: first },
    )
  return (
    <>
      <ol className="form-rows">
        {items.map((_, index) => (
          <li key={index} className="form-row">
            {item({
              place: placeIn(place, index),
              control: control.item,
              field,
              label: `${field.title} ${index + 1}`,
            })}
            <RemoveButton
              what={`${field.title} ${index + 1}`}
              onRemove={() =>
                edit({ kind: 'clear', place: items.length === 1 ? place : placeIn(place, index) })
              }
            />
          </li>
        ))}
      </ol>
      <AddButton what={field.title} onAdd={add} />
    </>
  )
}

/** A map: a row with a key and a value for each entry. */
export function MapControl({ place, field, control, item }: RowsProps<'map'>): ReactNode {
  const { valueAt, edit } = useForm()
  const value = valueAt(place)
  const entries = isFields(value) ? Object.keys(value) : []
  const add = () => {
    const first = firstValue(control.value)
    const key = freeKey(entries)
    edit(
      entries.length === 0
        ? { kind: 'set', place, value: { [key]: first } }
        : { kind: 'set', place: placeIn(place, key), value: first },
    )
  }
  return (
    <>
      <ul className="form-rows">
        {entries.map((key, index) => (
          <li key={index} className="form-row keyed">
            <input
              className="input"
              type="text"
              aria-label={`Key ${index + 1} of ${field.title}`}
              value={key}
              spellCheck={false}
              onChange={event => {
                const next = event.target.value
                // Two entries of one name are one entry: the key stays until the name is another.
                if (next !== '' && !entries.includes(next))
                  edit({ kind: 'rename', place: placeIn(place, key), key: next }, true)
              }}
            />
            {item({
              place: placeIn(place, key),
              control: control.value,
              field,
              label: `${field.title} ${key}`,
            })}
            <RemoveButton
              what={`${field.title} ${key}`}
              onRemove={() =>
                edit({ kind: 'clear', place: entries.length === 1 ? place : placeIn(place, key) })
              }
            />
          </li>
        ))}
      </ul>
      <AddButton what={field.title} onAdd={add} />
    </>
  )
}

function RemoveButton({
  what,
  onRemove,
}: {
  readonly what: string
  readonly onRemove: () => void
}): ReactNode {
  return (
    <button type="button" className="button small" aria-label={`Remove ${what}`} onClick={onRemove}>
      Remove
    </button>
  )
}

function AddButton({ what, onAdd }: { readonly what: string; readonly onAdd: () => void }): ReactNode {
  return (
    <button type="button" className="button small add" aria-label={`Add ${what}`} onClick={onAdd}>
      Add
    </button>
  )
}

function firstValue(control: FieldControl): YamlValue {
  switch (control.kind) {
    case 'number':
      return control.minimum ?? 0
    case 'switch':
      return false
    case 'choice':
      return control.options[0] ?? ''
    case 'group':
      return {}
    default:
      return ''
  }
}

function freeKey(taken: readonly string[]): string {
  let number = taken.length + 1
  while (taken.includes(`key-${number}`)) number += 1
  return `key-${number}`
}
