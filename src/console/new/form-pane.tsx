import { type FocusEvent, type ReactNode } from 'react'
import type { ClusterForm, FormRow } from '../../domain/cluster-form/cluster-form.ts'
import type { YamlOnly } from '../../domain/cluster-form/form-field.ts'
import { counted } from '../../domain/text/counted.ts'
import { Notice } from '../elements/notice.tsx'
import { FormFieldBox } from './form-field-box.tsx'
import { placeKey } from './place-key.ts'
import { useForm } from './form-context.ts'

interface FormPaneProps {
  readonly form: ClusterForm
  /** What the text has and no field shows. */
  readonly onlyInYaml: readonly YamlOnly[]
  readonly onFocusPlace: (key: string | undefined) => void
}

/** The fields of a class, in sections. */
export function FormPane({ form, onlyInYaml, onFocusPlace }: FormPaneProps): ReactNode {
  const { isReadOnly } = useForm()
  const yamlOnly = [...form.onlyInYaml, ...onlyInYaml]
  const note = (event: FocusEvent) =>
    onFocusPlace(event.target.closest<HTMLElement>('[data-place]')?.dataset['place'])
  return (
    <form
      className="form-pane"
      onFocus={note}
      onBlur={() => onFocusPlace(undefined)}
      onSubmit={stay}
      noValidate
    >
      {form.problems.map(problem => (
        <Notice key={problem} tone="failed">
          {problem}
        </Notice>
      ))}
      <fieldset disabled={isReadOnly} className="plain-fieldset stack-small">
        {form.sections.map(({ title, rows }) => (
          <section key={title} aria-label={title} className="form-section">
            <h2>{title}</h2>
            <Rows rows={rows} />
          </section>
        ))}
        {form.advanced.length === 0 ? null : (
          <details className="form-section">
            <summary>Advanced ({form.advanced.length})</summary>
            <Rows rows={form.advanced} />
          </details>
        )}
      </fieldset>
      {yamlOnly.length === 0 ? null : <YamlOnlyList items={yamlOnly} />}
    </form>
  )
}

function stay(event: { preventDefault: () => void }): void {
  event.preventDefault()
}

function Rows({ rows }: { readonly rows: readonly FormRow[] }): ReactNode {
  return rows.map(({ place, field }) => <FormFieldBox key={placeKey(place)} place={place} field={field} />)
}

function YamlOnlyList({ items }: { readonly items: readonly YamlOnly[] }): ReactNode {
  return (
    <details className="form-section">
      <summary>Only in YAML ({items.length})</summary>
      <p className="help">
        {counted(items.length, 'part')} of the cluster that the form does not show. They stay as they are.
      </p>
      <ul className="yaml-only">
        {items.map(({ path, because }) => (
          <li key={path.join(' ')}>
            <code>{path.join('.')}</code> <span className="muted">{because}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
