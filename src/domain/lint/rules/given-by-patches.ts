import { isFields, itemsIn, partOf, textIn, textsIn } from '../../object/fields.ts'
import { oncePerObject } from '../../object/once-per-object.ts'
import { resolved } from '../../apply/choose-files.ts'
import { patchesOf } from '../model/kustomize-file.ts'
import { isUnfilled, type LintObject } from '../model/lint-object.ts'
import type { LintRepository } from '../model/lint-repository.ts'
import { kindsNamedIn } from '../model/patch-kinds.ts'

/**
 * Whether an object may get a field that it lacks before it is applied.
 *
 * Where a Kustomization of this repository applies it, its patches are known. Where none does, any patch for its kind may be
 * for it, and what neither says what it applies nor how often is itself a patch.
 */
export function mayBeGiven(repository: LintRepository, object: LintObject, field: string): boolean {
  if (repository.isApplied(object) || object.host !== undefined) return false
  const spec = partOf(object.content, 'spec')
  if (!subjects.some(one => one in spec) && !('interval' in spec)) return true
  const gives = new RegExp(`(?:^|[\\s/{,"'])${field}\\b`, 'm')
  return patchTexts(repository).some(({ kinds, text }) => kinds.has(object.kind) && gives.test(text))
}

/** What an object of Flux is about; each kind has one of them. */
const subjects = ['sourceRef', 'chart', 'chartRef', 'url', 'endpoint']

/**
 * Whether a field of an object may be another one when it is applied: a patch may be for the object, and one of the repository
 * says the name of the field, or what else changes it, replaces all around it, or cannot be read.
 */
export function mayChange(repository: LintRepository, object: LintObject, field: string | RegExp): boolean {
  const word = typeof field === 'string' ? new RegExp(`\\b${field}\\b`) : field
  return repository.isPatched(object) && (isOpaque(repository) || isInPatch(repository, word))
}

/** Whether a patch of the repository has a word. */
export function isInPatch(repository: LintRepository, word: RegExp): boolean {
  return patchTexts(repository).some(({ text }) => word.test(text))
}

const WHOLE = /path["']?:\s*["']?\/(?:spec|metadata|data)?["']?\s*[,}]?\s*$/m

// What kustomize or Flux may change without a patch that can be read.
const isOpaque = oncePerObject((repository: LintRepository) => {
  const fields = ['transformers', 'vars']
  return (
    repository.kustomizations.some(
      file =>
        fields.some(field => file.fields[field] !== undefined) ||
        itemsIn(file.fields, 'replacements').some(item => item['path'] !== undefined),
    ) ||
    repository.flux.some(({ object, folder }) =>
      textsIn(partOf(object.content, 'spec'), 'components').some(
        component => !isHere(repository, folder, component),
      ),
    ) ||
    patchTexts(repository).some(({ text }) => text.trim() === '' || WHOLE.test(text))
  )
})

// The patches of a component that is here are known, as are those of any kustomization.
function isHere({ builder }: LintRepository, folder: string | undefined, component: string): boolean {
  const target = folder === undefined || isUnfilled(component) ? undefined : resolved(folder, component)
  return target !== undefined && builder.kustomizationIn(target) !== undefined
}

// Empty where it cannot be read.
function textAt({ files }: LintRepository, folder: string, name: string): string {
  const path = resolved(folder, name)
  return path === undefined ? '' : (files.texts.get(path) ?? '')
}

interface PatchText {
  readonly kinds: ReadonlySet<string>
  readonly text: string
}

const patchTexts = oncePerObject((repository: LintRepository): readonly PatchText[] => {
  const ofFlux = repository.flux.flatMap(({ object }) =>
    itemsIn(partOf(object.content, 'spec'), 'patches').map(item => ({
      kind: isFields(item['target']) ? textIn(item['target'], 'kind') : '',
      text: textIn(item, 'patch'),
    })),
  )
  const ofKustomize = repository.kustomizations.flatMap(file =>
    patchesOf(file).map(({ target, text, file: named }) => ({
      kind: target?.kind ?? '',
      text: text ?? (named === undefined ? '' : textAt(repository, file.folder, named)),
    })),
  )
  // Which fields they are for is all that is of interest.
  const replacements = repository.kustomizations.flatMap(({ fields }) =>
    itemsIn(fields, 'replacements')
      .flatMap(item => itemsIn(item, 'targets'))
      .map(target => ({ kind: '', text: textsIn(target, 'fieldPaths').join('\n') || 'metadata.name' })),
  )
  // A configuration names fields as well: those that take names, labels or images.
  const configurations = repository.kustomizations.flatMap(({ fields, folder }) =>
    textsIn(fields, 'configurations').map(path => ({ kind: '', text: textAt(repository, folder, path) })),
  )
  return [...ofFlux, ...ofKustomize, ...replacements, ...configurations].map(({ kind, text }) => ({
    kinds: new Set([kind, ...kindsNamedIn(text)]),
    text,
  }))
})
