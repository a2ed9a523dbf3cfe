import { partOf, textIn } from '../object/fields.ts'
import { componentsIn } from '../compat/delivered/versions-in.ts'
import { ofKind, type LintRepository } from './model/lint-repository.ts'

const WHOLE = /^v?\d+\.\d+\.\d+/

/** The versions of components that the repository says in one way only: what differs from cluster to cluster is not here. */
export function componentVersions(repository: LintRepository): ReadonlyMap<string, string> {
  const found = new Map<string, Set<string>>()
  const add = (component: string, version: string) => {
    if (!WHOLE.test(version)) return
    found.set(component, new Set([...(found.get(component) ?? []), version.replace(/^v/, '')]))
  }
  if (repository.fitout) add('flux', repository.fitout.versions.flux)
  for (const { content } of ofKind(repository, 'fluxcd.controlplane.io', 'FluxInstance'))
    add('flux', textIn(partOf(partOf(content, 'spec'), 'distribution'), 'version'))
  for (const { kind, name, content } of repository.objects)
    if (kind === 'CustomResourceDefinition' && name.endsWith('.toolkit.fluxcd.io'))
      add('flux', textIn(partOf(partOf(content, 'metadata'), 'labels'), 'app.kubernetes.io/version'))
  for (const { component, version } of componentsIn(repository.objects.map(({ content }) => content)))
    if (component !== 'flux') add(component, version)
  return new Map(
    [...found].flatMap(([component, versions]) =>
      versions.size === 1 ? [[component, [...versions][0] ?? ''] as const] : [],
    ),
  )
}
