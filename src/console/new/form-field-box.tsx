import { type ReactNode, useId } from 'react'
import { canShow } from '../../domain/cluster-form/read-form.ts'
import type { FormField } from '../../domain/cluster-form/form-field.ts'
import type { FormPlace } from '../../domain/cluster-form/form-place.ts'
import { Field } from '../elements/field.tsx'
import { ChoiceControl } from './choice-control.tsx'
import { useForm } from './form-context.ts'
import { ListControl, MapControl, type RowItem } from './rows-control.tsx'
import { placeKey, placeIn } from './place-key.ts'
import { SwitchControl } from './switch-control.tsx'
import { TextControl } from './text-control.tsx'

interface FormFieldProps {
  readonly place: FormPlace
  readonly field: FormField
}

/** A field with its title, its help, and what is wrong with it. */
export function FormFieldBox({ place, field }: FormFieldProps): ReactNode {
  const { valueAt, problemAt } = useForm()
  const { control, title, help, isRequired } = field
  const problem = problemAt(place)
  const label = <Title title={title} isRequired={isRequired} />
  if (!canShow(control, valueAt(place)))
    return (
      <Boxed
        legend={label}
        help="Its value in the YAML does not fit into a field: edit it there."
        problem={problem}
      >
        {null}
      </Boxed>
    )
  switch (control.kind) {
    case 'group':
      return (
        <Boxed legend={label} help={help} problem={problem} place={place}>
          {control.fields.map(inner => (
            <FormFieldBox key={inner.name} place={placeIn(place, inner.name)} field={inner} />
          ))}
        </Boxed>
      )
    case 'list':
      return (
        <Boxed legend={label} help={help} problem={problem} place={place}>
          <ListControl place={place} field={field} control={control} item={rowItem} />
        </Boxed>
      )
    case 'map':
      return (
        <Boxed legend={label} help={help} problem={problem} place={place}>
          <MapControl place={place} field={field} control={control} item={rowItem} />
        </Boxed>
      )
    case 'choice':
      if (control.look === 'list') break
      return (
        <Boxed legend={label} help={help} problem={problem} place={place}>
          <ChoiceControl place={place} field={field} control={control} />
        </Boxed>
      )
    case 'switch':
      return <SwitchControl place={place} field={field} problem={problem} />
    default:
      break
  }
  return (
    <Field label={label} help={help === '' ? undefined : help} problem={problem}>
      {wiring =>
        control.kind === 'choice' ? (
          <ChoiceControl place={place} field={field} control={control} wiring={wiring} />
        ) : (
          <TextControl place={place} field={field} wiring={wiring} />
        )
      }
    </Field>
  )
}

function rowItem({ place, control, field, label }: RowItem): ReactNode {
  const wiring = { 'aria-label': label }
  const plain = { ...field, control, ghost: undefined, example: undefined }
  if (control.kind === 'group' || control.kind === 'switch')
    return <FormFieldBox place={place} field={{ ...plain, title: label, help: '', isRequired: false }} />
  if (control.kind === 'choice')
    return <ChoiceControl place={place} field={plain} control={control} wiring={wiring} />
  return <TextControl place={place} field={plain} wiring={wiring} />
}

function Title({ title, isRequired }: { readonly title: string; readonly isRequired: boolean }): ReactNode {
  return (
    <>
      {title}
      {isRequired ? <span className="required"> required</span> : null}
    </>
  )
}

interface BoxedProps {
  readonly legend: ReactNode
  readonly help: string
  readonly problem: string | undefined
  readonly place?: FormPlace
  readonly children: ReactNode
}

/** Fields that belong together, with a title. */
function Boxed({ legend, help, problem, place, children }: BoxedProps): ReactNode {
  const id = useId()
  return (
    <fieldset
      className="field boxed"
      data-place={place && placeKey(place)}
      aria-describedby={`${id}-help ${id}-problem`}
    >
      <legend>{legend}</legend>
      {children}
      <div className="help" id={`${id}-help`}>
        {help}
      </div>
      <div className="problem" id={`${id}-problem`}>
        {problem}
      </div>
    </fieldset>
  )
}
