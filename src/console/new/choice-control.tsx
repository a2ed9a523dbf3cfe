import { type ReactNode, useId } from 'react'
import { type FieldControl, type FormField, shownValue } from '../../domain/cluster-form/form-field.ts'
import type { FormPlace } from '../../domain/cluster-form/form-place.ts'
import { fieldValue } from '../../domain/cluster-form/field-value.ts'
import type { FieldWiring } from '../elements/field.tsx'
import { useForm } from './form-context.ts'
import { placeKey } from './place-key.ts'

type Choosing = Extract<FieldControl, { readonly kind: 'choice' }>

interface ChoiceControlProps {
  readonly place: FormPlace
  readonly field: Pick<FormField, 'ghost' | 'isRequired'>
  readonly control: Choosing
  readonly wiring?: Partial<FieldWiring> & { readonly 'aria-label'?: string }
}

/** One of the values that a class offers: radio buttons for a few, a list for many. */
export function ChoiceControl({ place, field, control, wiring }: ChoiceControlProps): ReactNode {
  const { valueAt, edit } = useForm()
  const name = useId()
  const value = valueAt(place)
  const chosen = shownValue(value) ?? ''
  const choose = (text: string) => {
    const meant = fieldValue(control, text)
    edit(meant === undefined ? { kind: 'clear', place } : { kind: 'set', place, value: meant })
  }
  const options = control.options.map(String)
  const none = field.ghost === undefined ? 'not set' : `${field.ghost} (default)`
  // What stands in the YAML is shown, offered or not.
  const offered = chosen === '' || options.includes(chosen) ? options : [...options, chosen]
  if (control.look === 'radio' && wiring === undefined)
    return (
      <div className="radios">
        {(field.isRequired ? offered : ['', ...offered]).map(option => (
          <label key={option}>
            <input type="radio" name={name} checked={chosen === option} onChange={() => choose(option)} />
            {option === '' ? <span className="muted">{none}</span> : option}
          </label>
        ))}
      </div>
    )
  return (
    <select
      {...wiring}
      className="select"
      data-place={placeKey(place)}
      value={chosen}
      onChange={event => choose(event.target.value)}
    >
      <option value="">{none}</option>
      {offered.map(option => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </select>
  )
}
