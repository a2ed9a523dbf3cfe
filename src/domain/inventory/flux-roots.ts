import type { LintObject } from '../lint/model/lint-object.ts'
import type { LintRepository } from '../lint/model/lint-repository.ts'
import { folderOf } from '../lint/model/kustomize-file.ts'

/** The folders that the Flux of a cluster begins with: each holds Kustomizations that no other one applies. */
export function fluxRoots(repository: LintRepository): readonly string[] {
  const applied = new Set<LintObject>()
  const roots = new Set<string>()
  for (const { object, build } of repository.flux)
    for (const built of build?.objects ?? []) if (built.object !== object) applied.add(built.object)
  for (const { object, folder, build } of repository.flux) {
    // What applies the folder that it is in itself is the beginning of a cluster.
    const isSelf = build?.objects.some(built => built.object === object) === true
    if (isSelf && folder !== undefined) roots.add(folder)
    else if (!applied.has(object) && !object.host) roots.add(folderOf(object.path))
  }
  for (const object of repository.objects)
    if (object.kind === 'FluxInstance' && !object.host) roots.add(folderOf(object.path))
  return withoutNested([...roots])
}

function withoutNested(folders: readonly string[]): readonly string[] {
  return folders.filter(folder => !folders.some(other => isWithin(folder, other))).toSorted()
}

function isWithin(folder: string, other: string): boolean {
  return folder !== other && (other === '' || folder.startsWith(`${other}/`))
}
