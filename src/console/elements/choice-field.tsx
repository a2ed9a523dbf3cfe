import { type ReactNode, useId } from 'react'

interface ChoiceProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly options: readonly { readonly value: T; readonly label: string }[]
  readonly onChange: (value: T) => void
}

/** One of a few, with its label in front. */
export function ChoiceField<T extends string>({
  label,
  value,
  options,
  onChange,
}: ChoiceProps<T>): ReactNode {
  const id = useId()
  return (
    <span className="row">
      <label className="muted" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className="select"
        value={value}
        onChange={event => {
          const chosen = options.find(one => one.value === event.target.value)
          if (chosen) onChange(chosen.value)
        }}
      >
        {options.map(option => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  )
}
