import type { Lookup } from '../evaluate.ts'
import { ClusterTemplate } from './cluster-template.ts'
import { type TemplateVariable, listVariables } from './list-variables.ts'

/** The filled template, or the variables that must be set first. */
export type ProcessedTemplate =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly missing: readonly TemplateVariable[] }

/**
 * Fills a cluster template as clusterctl does; throws an EnvsubstError for one that it would refuse.
 *
 * An unset variable that is used only inside the default of another one is empty, and no error is reported.
 */
export function processTemplate(text: string, lookup: Lookup): ProcessedTemplate {
  const template = new ClusterTemplate(text)
  const missing = listVariables(template).filter(
    ({ name, fallback }) => fallback === undefined && lookup(name) === undefined,
  )
  return missing.length > 0 ? { ok: false, missing } : { ok: true, text: template.fill(lookup) }
}
