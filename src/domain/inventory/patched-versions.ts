import { resolved } from '../apply/choose-files.ts'
import { isTarget } from '../lint/model/build.ts'
import { type KustomizePatch, patchesOf, patchOf } from '../lint/model/kustomize-file.ts'
import type { LintObject } from '../lint/model/lint-object.ts'
import type { LintRepository } from '../lint/model/lint-repository.ts'
import { itemsIn, partOf } from '../object/fields.ts'

/** Says of which objects a patch may change the version: what such an object says itself may not be what is applied. */
export function patchedVersions(repository: LintRepository): (object: LintObject) => boolean {
  const patched = directlyPatched(repository)
  const patches = versionPatches(repository)
  return object =>
    patched.has(object) &&
    patches.some(({ patch, text }) => {
      if (!patch.target) return text.includes(object.name)
      return repository.instancesOf(object).some(built => isTarget(built, patch.target ?? {}))
    })
}

function directlyPatched({ tops, flux }: LintRepository): ReadonlySet<LintObject> {
  const builds = [...tops.map(({ build }) => build), ...flux.flatMap(({ build }) => build ?? [])]
  return new Set(
    builds.flatMap(({ objects }) => objects.filter(({ isPatched }) => isPatched).map(({ object }) => object)),
  )
}

interface VersionPatch {
  readonly patch: KustomizePatch
  readonly text: string
}

// As a field of a merge patch, or at the end of a path of a JSON patch.
const SAYS_VERSION = /(?:^|[\s/"'{,])(?:version|tag|semver|digest)(?:["']?\s*[:,}]|["']?\s*$)/m

function versionPatches({ kustomizations, flux, files }: LintRepository): readonly VersionPatch[] {
  const ofFiles = kustomizations.flatMap(file =>
    patchesOf(file).map(patch => {
      const path = patch.file === undefined ? undefined : resolved(file.folder, patch.file)
      return { patch, text: patch.text ?? files.texts.get(path ?? '') ?? '' }
    }),
  )
  const ofFlux = flux.flatMap(({ object }) =>
    itemsIn(partOf(object.content, 'spec'), 'patches').map(item => {
      const patch = patchOf(item, object.placeOf())
      return { patch, text: patch.text ?? '' }
    }),
  )
  return [...ofFiles, ...ofFlux].filter(({ text }) => SAYS_VERSION.test(text))
}
