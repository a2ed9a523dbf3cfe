import { partOf, textIn } from '../../object/fields.ts'
import { nameOf } from '../claim.ts'
import type { CauseReason } from '../cause-reason.ts'
import type { ExplainFacts } from '../explain-facts.ts'
import type { Inquiry } from '../inquiry.ts'
import { namespaceRef, type SeenRef, type SeenObject } from '../seen-object.ts'
import { act, commit, kubectl, orElse } from '../show/commands.ts'
import { shellWord } from '../show/shell-word.ts'
import type { NextAction } from '../why.ts'
import { sideOf } from './side-of.ts'

/** What Helm complains about, as far as it is known what ends it. */
export interface Complaint {
  /** Goes on after the name of the release. */
  readonly sentence: string
  /** If it is another one than that an install or upgrade failed. */
  readonly reason?: CauseReason
  readonly next: readonly NextAction[]
}

interface Complained {
  readonly words: string
  readonly release: SeenObject
  readonly inquiry: Inquiry
}

type Reader = (complained: Complained) => Complaint | undefined

// No two of them are in the same message.
const readers: readonly Reader[] = [locked, foreignObject, fieldImmutable, namespaceMissing, schemaBroken]

/** Reads the words of Helm; undefined for those that are not known. */
export function readComplaint(complained: Complained): Complaint | undefined {
  for (const reader of readers) {
    const complaint = reader(complained)
    if (complaint) return complaint
  }
  return undefined
}

function locked({ words }: Complained): Complaint | undefined {
  if (!/another operation \(install\/upgrade\/rollback\) is in progress/.test(words)) return undefined
  return {
    sentence: 'is locked by an unfinished operation',
    next: [commit('Unlock the release: suspend the HelmRelease in Git, then resume it')],
  }
}

// Helm: Deployment "web" in namespace "shop" exists and cannot be imported into the current release: invalid ownership …
const foreign =
  /([A-Z][A-Za-z]{1,60}) "([a-z0-9.:-]{1,253})"(?: in namespace "([a-z0-9-]{0,63})")? exists and cannot be imported/

function foreignObject({ words, release, inquiry: { facts } }: Complained): Complaint | undefined {
  if (!words.includes('invalid ownership metadata')) return undefined
  const object = found(foreign.exec(words), release)
  return {
    sentence: `cannot adopt ${object ? nameOf(object) : 'objects'}: not created by this release`,
    next: [
      ...(object ? [adopt(object, release, facts)] : []),
      commit(
        object
          ? 'Or remove it from the chart'
          : 'Add the Helm ownership label and annotations to these objects',
      ),
    ],
  }
}

function adopt(object: SeenRef, release: SeenObject, facts: ExplainFacts): NextAction {
  const what = `${shellWord(object.kind.toLowerCase())} ${shellWord(object.name)}`
  const { name, namespace } = storageOf(release)
  const marks = [
    shellWord(`meta.helm.sh/release-name=${name}`),
    shellWord(`meta.helm.sh/release-namespace=${namespace}`),
  ]
  const own = kubectl(object, facts)
  return {
    text: `Add the Helm ownership metadata to ${nameOf(object)}`,
    command: `${own} label ${what} app.kubernetes.io/managed-by=Helm --overwrite && ${own} annotate ${what} ${marks.join(' ')} --overwrite`,
  }
}

// As helm-controller names what it installs.
function storageOf({ ref, fields }: SeenObject): { readonly name: string; readonly namespace: string } {
  const spec = partOf(fields, 'spec')
  const target = textIn(spec, 'targetNamespace')
  const usual = target === '' ? ref.name : `${target}-${ref.name}`
  return { name: textIn(spec, 'releaseName', usual), namespace: target || (ref.namespace ?? '') }
}

// Helm: server-side apply failed for object shop/web apps/v1, Kind=Deployment: …
const applied =
  /for object (?:([a-z0-9-]{1,63})\/)?([a-z0-9.:-]{1,253}) ([a-z0-9./]{1,253}), Kind=([A-Z][A-Za-z]{1,60})/

function fieldImmutable({ words, release, inquiry: { facts } }: Complained): Complaint | undefined {
  if (!/field is immutable/.test(words)) return undefined
  const [, namespace, name, apiVersion = '', kind] = applied.exec(words) ?? []
  const named = found(kind === undefined ? null : ['', kind, name ?? '', namespace ?? ''], release)
  // Of the core, the group has no name and the slash is left.
  const object = named && { ...named, apiVersion: apiVersion.replace(/^\//, '') }
  const anew = 'so that it is recreated'
  return {
    sentence: `changes an immutable field${object ? ` of ${nameOf(object)}` : ''}`,
    next: object
      ? [
          act(`Delete ${nameOf(object)}, ${anew}; it does not exist until then`, object, {
            facts,
            verb: `delete ${shellWord(object.kind.toLowerCase())} ${shellWord(object.name)}`,
          }),
          commit('Or restore the previous value of the field'),
        ]
      : [commit(`Set spec.upgrade.force in Git, or delete the object ${anew}`)],
  }
}

function namespaceMissing({ words, release, inquiry }: Complained): Complaint | undefined {
  const [, name] = /namespaces "([a-z0-9-]{1,63})" not found/.exec(words) ?? []
  if (name === undefined) return undefined
  const ref = namespaceRef(sideOf(release), name)
  return {
    // A release that is tried again is upgraded, though nothing of it was ever installed.
    reason: 'HelmInstallFailed',
    sentence: `targets namespace "${name}", which was not found`,
    next: [
      commit(`Deliver namespace "${name}" in an earlier step`),
      orElse(
        act(`create namespace "${name}" now`, ref, {
          facts: inquiry.facts,
          verb: `create namespace ${shellWord(name)}`,
          needs: 'absent',
        }),
      ),
    ],
  }
}

// Helm: - at '/replicas': got string, want integer
function schemaBroken({ words, release }: Complained): Complaint | undefined {
  if (!words.includes('meet the specifications of the schema')) return undefined
  const [, pointer = '', problem = 'invalid value'] = /at '([^']{0,200})': ([^\n]{1,200})/.exec(words) ?? []
  const value = pointer.slice(1).replaceAll('/', '.')
  const which = value === '' ? 'values' : `value "${value}"`
  return {
    reason: 'FluxValuesInvalid',
    sentence: `has ${which} that the schema of its chart rejects: ${problem}`,
    next: [commit(`Correct ${which === 'values' ? 'the values' : which} of ${nameOf(release.ref)}`)],
  }
}

// What Helm says of an object of its own is on the cluster that it installs on.
function found(match: readonly string[] | null, release: SeenObject): SeenRef | undefined {
  const [, kind, name, namespace] = match ?? []
  if (kind === undefined || name === undefined) return undefined
  return {
    on: sideOf(release),
    // kubectl finds a kind by its name alone.
    apiVersion: 'v1',
    kind,
    ...(namespace === undefined || namespace === '' ? {} : { namespace }),
    name,
  }
}
