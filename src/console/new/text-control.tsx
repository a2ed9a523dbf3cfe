import { type ReactNode, useState } from 'react'
import type { FormField } from '../../domain/cluster-form/form-field.ts'
import { shownValue } from '../../domain/cluster-form/form-field.ts'
import type { FormPlace } from '../../domain/cluster-form/form-place.ts'
import { fieldValue } from '../../domain/cluster-form/field-value.ts'
import type { FieldWiring } from '../elements/field.tsx'
import { useForm } from './form-context.ts'
import { placeKey } from './place-key.ts'

interface TextControlProps {
  readonly place: FormPlace
  readonly field: Pick<FormField, 'control' | 'example' | 'ghost'>
  readonly wiring: Partial<FieldWiring> & { readonly 'aria-label'?: string }
}

/** A text or a number. */
export function TextControl({ place, field, wiring }: TextControlProps): ReactNode {
  const { control, example, ghost } = field
  const { valueAt, edit } = useForm()
  const value = valueAt(place)
  const [typed, setTyped] = useState<string>()
  // `1.0` and `1` are the same number: what a person types stays as it is while it means the value.
  const isOfValue = typed !== undefined && fieldValue(control, typed) === value
  const change = (next: string) => {
    setTyped(next)
    const meant = fieldValue(control, next)
    edit(meant === undefined ? { kind: 'clear', place } : { kind: 'set', place, value: meant }, true)
  }
  return (
    <input
      {...wiring}
      className="input"
      type="text"
      inputMode={control.kind === 'number' ? (control.isWhole ? 'numeric' : 'decimal') : 'text'}
      data-place={placeKey(place)}
      value={isOfValue ? typed : (shownValue(value) ?? '')}
      placeholder={
        ghost === undefined
          ? example === undefined
            ? undefined
            : `such as ${example}`
          : `${ghost} (default)`
      }
      spellCheck={false}
      autoComplete="off"
      autoCapitalize="off"
      onChange={event => change(event.target.value)}
      onBlur={() => setTyped(undefined)}
    />
  )
}
