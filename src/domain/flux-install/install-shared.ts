import { type FluxManifest, isList, isMapping } from '../envsubst/flux/manifest.ts'
import type { YamlValue } from '../yaml/yaml-value.ts'
import { manifestValueAt, withValueAt } from './edit-manifest.ts'
import type { Installation } from './installation.ts'
import type { FluxObject } from './sort-flux-manifests.ts'

/**
 * Makes the roles, bindings and quota those of one namespace.
 *
 * Their names end in it, so that two installations in one cluster do not take each other's.
 */
export function installShared(
  shared: readonly FluxObject[],
  installation: Installation,
): readonly FluxManifest[] {
  const roles = new Set(shared.filter(({ kind }) => kind === 'ClusterRole').map(({ name }) => name))
  return shared.map(object => {
    const named = withValueAt(object.manifest, ['metadata', 'name'], rename(object.name, installation))
    return object.kind === 'ClusterRoleBinding' ? bind(named, roles, installation) : named
  })
}

function bind(binding: FluxManifest, roles: ReadonlySet<string>, installation: Installation): FluxManifest {
  const { origin, options } = installation
  const role = manifestValueAt(binding, ['roleRef', 'name'])
  // Roles of the cluster, such as cluster-admin, keep their names.
  const isOurs = typeof role === 'string' && roles.has(role)
  const bound = isOurs ? withValueAt(binding, ['roleRef', 'name'], rename(role, installation)) : binding
  const subjects = bound['subjects']
  if (subjects === undefined || !isList(subjects)) return bound
  const move = (subject: YamlValue) =>
    isMapping(subject) && subject['namespace'] === origin.namespace
      ? { ...subject, namespace: options.namespace }
      : subject
  return { ...bound, subjects: subjects.map(move) }
}

function rename(name: string, { origin, options }: Installation): string {
  const suffix = `-${origin.namespace}`
  const isRenamed = origin.isInstalled && name.endsWith(suffix)
  return `${isRenamed ? name.slice(0, -suffix.length) : name}-${options.namespace}`
}
