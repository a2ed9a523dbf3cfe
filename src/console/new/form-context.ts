import { createContext, useContext } from 'react'
import type { FormEdit } from '../../domain/cluster-form/edit-form.ts'
import type { FormPlace } from '../../domain/cluster-form/form-place.ts'
import type { YamlValue } from '../../domain/yaml/yaml-value.ts'

/** What the fields of a form read and write. */
export interface FormAccess {
  readonly valueAt: (place: FormPlace) => YamlValue | undefined
  /** What is wrong with the value at a place. */
  readonly problemAt: (place: FormPlace) => string | undefined
  /** `isTyping` joins the letters of one word to one step back. */
  readonly edit: (edit: FormEdit, isTyping?: boolean) => void
  /** The YAML does not read: nothing can be filled in. */
  readonly isReadOnly: boolean
}

/** The form around a field. */
export const FormContext = createContext<FormAccess | undefined>(undefined)

/** The form around this field. */
export function useForm(): FormAccess {
  const form = useContext(FormContext)
  if (form === undefined) throw new Error('a field stands in a form')
  return form
}
