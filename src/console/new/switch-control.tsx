import { type ReactNode, useId } from 'react'
import type { FormField } from '../../domain/cluster-form/form-field.ts'
import type { FormPlace } from '../../domain/cluster-form/form-place.ts'
import { useForm } from './form-context.ts'
import { placeKey } from './place-key.ts'

interface SwitchProps {
  readonly place: FormPlace
  readonly field: Pick<FormField, 'title' | 'help' | 'ghost'>
  readonly problem: string | undefined
}

/** Yes or no. Without a value it shows the default, which is not written. */
export function SwitchControl({ place, field, problem }: SwitchProps): ReactNode {
  const { valueAt, edit } = useForm()
  const id = useId()
  const value = valueAt(place)
  const { title, help, ghost } = field
  const isOn = value === undefined ? ghost === 'true' : value === true
  return (
    <div className="field">
      <div className="row">
        <label className="switch">
          <input
            type="checkbox"
            role="switch"
            data-place={placeKey(place)}
            checked={isOn}
            aria-describedby={`${id}-help ${id}-problem`}
            onChange={event => edit({ kind: 'set', place, value: event.target.checked })}
          />
          {title}
        </label>
        {value === undefined ? (
          <span className="muted">{ghost === undefined ? 'not set' : 'default'}</span>
        ) : (
          <button
            type="button"
            className="button plain small"
            aria-label={`Leave ${title} unset`}
            onClick={() => edit({ kind: 'clear', place })}
          >
            Unset
          </button>
        )}
      </div>
      <div className="help" id={`${id}-help`}>
        {help}
      </div>
      <div className="problem" id={`${id}-problem`}>
        {problem}
      </div>
    </div>
  )
}
