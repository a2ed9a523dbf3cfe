import { type ReactNode, useId } from 'react'

/** What an input is given so that its label, help and problem belong to it. */
export interface FieldWiring {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': boolean | undefined
}

interface FieldProps {
  readonly label: ReactNode
  readonly help?: string | undefined
  readonly problem?: string | undefined
  readonly children: (wiring: FieldWiring) => ReactNode
}

/** A labelled input, with help and with what is wrong with it. */
export function Field({ label, help, problem, children }: FieldProps): ReactNode {
  const id = useId()
  const described = [help && `${id}-help`, problem && `${id}-problem`].filter(Boolean).join(' ')
  const wiring = {
    id,
    'aria-describedby': described === '' ? undefined : described,
    'aria-invalid': problem === undefined ? undefined : true,
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children(wiring)}
      {help === undefined ? null : (
        <div className="help" id={`${id}-help`}>
          {help}
        </div>
      )}
      {problem === undefined ? null : (
        <div className="problem" id={`${id}-problem`}>
          {problem}
        </div>
      )}
    </div>
  )
}
