import { itemsIn, partOf, textIn } from '../../object/fields.ts'
import { lineOf, lineOfAbsent, nameOf, sayCondition, sentenceOf } from '../claim.ts'
import type { Lead, CauseRule, CauseSubject } from '../guide.ts'
import type { Inquiry } from '../inquiry.ts'
import { conditionOf, isReady, type SeenRef, type SeenObject } from '../seen-object.ts'
import { commit, refresh } from '../show/commands.ts'

/** What an object of Flux depends on and that is not ready. */
export const dependenciesOf: Lead = (subject, inquiry) => {
  const { object } = subject
  if (!object || !waitsForOthers(subject)) return []
  return dependenciesIn(object).filter(ref => {
    const found = inquiry.find(ref)
    return typeof found !== 'string' && !isReady(found)
  })
}

/** Objects of Flux that depend on each other in a cycle. */
export const dependencyLoop: CauseRule = (subject, inquiry) => {
  const { object } = subject
  const loop = object && waitsForOthers(subject) ? loopFrom(object, inquiry) : undefined
  if (!object || !loop) return undefined
  const names = loop.map(({ ref }) => idOf(ref))
  const last = loop.at(-1) ?? object
  return {
    reason: 'FluxDependencyCycle',
    sentence: sentenceOf(`${object.ref.kind}s wait for each other: ${[...names, names[0]].join(' -> ')}`),
    evidence: [
      lineOf(object, `depends on ${names[1] ?? names[0] ?? ''}`),
      ...loop
        .slice(1)
        .map((one, index) => lineOf(one, `depends on ${names[(index + 2) % names.length] ?? ''}`)),
    ],
    next: [
      commit(
        `Remove the dependsOn of ${nameOf(last.ref)} on ${names[0] ?? ''}, or another one of this cycle`,
        without(last, object.ref),
      ),
      refresh(inquiry.facts),
    ],
  }
}

/** An object of Flux that waits for another, about which nothing more is known. */
export const dependencyNotReady: CauseRule = (subject, inquiry) => {
  const { object } = subject
  const ready = object && conditionOf(object, 'Ready')
  if (!object || !ready || !waitsForOthers(subject)) return undefined
  const missing = dependenciesIn(object).find(ref => inquiry.find(ref) === 'absent')
  const line = lineOf(object, sayCondition(ready))
  if (missing) {
    return {
      reason: 'FluxDependencyNotReady',
      actor: 'Git',
      sentence: sentenceOf(`${nameOf(object.ref)} depends on ${nameOf(missing)}, which does not exist`),
      evidence: [line, lineOfAbsent(missing)],
      next: [
        commit(`Deliver ${nameOf(missing)}`),
        commit(`Or remove it from dependsOn of ${nameOf(object.ref)}`, without(object, missing)),
        refresh(inquiry.facts),
      ],
    }
  }
  return {
    reason: 'FluxDependencyNotReady',
    sentence: sentenceOf(
      `${nameOf(object.ref)} waits for its dependencies${ready.message === '' ? '' : `: ${ready.message}`}`,
    ),
    evidence: [line],
    next: [{ text: 'Check the objects that it depends on' }, refresh(inquiry.facts)],
  }
}

function waitsForOthers({ object }: CauseSubject): boolean {
  return object !== undefined && conditionOf(object, 'Ready')?.reason === 'DependencyNotReady'
}

/** Only the same kind can be named. */
function dependenciesIn({ ref, fields }: SeenObject): readonly SeenRef[] {
  return itemsIn(partOf(fields, 'spec'), 'dependsOn').map(one => ({
    ...ref,
    namespace: textIn(one, 'namespace', ref.namespace),
    name: textIn(one, 'name'),
  }))
}

// The patch that takes one dependency away and leaves the others as they are. JSON is YAML.
function without(object: SeenObject, dependency: SeenRef): string {
  const rest = itemsIn(partOf(object.fields, 'spec'), 'dependsOn').filter(
    (_, index) => idOf(dependenciesIn(object)[index] ?? object.ref) !== idOf(dependency),
  )
  return `spec:\n  dependsOn: ${JSON.stringify(rest)}`
}

// Walks along dependsOn until it comes back to where it began.
function loopFrom(start: SeenObject, inquiry: Inquiry): readonly SeenObject[] | undefined {
  const seen = new Set<string>()
  const walk = (at: SeenObject, path: readonly SeenObject[]): readonly SeenObject[] | undefined => {
    for (const ref of dependenciesIn(at)) {
      if (idOf(ref) === idOf(start.ref)) return path
      const next = inquiry.find(ref)
      if (typeof next === 'string' || seen.has(idOf(ref))) continue
      seen.add(idOf(ref))
      const loop = walk(next, [...path, next])
      if (loop) return loop
    }
    return undefined
  }
  return walk(start, [start])
}

function idOf({ namespace, name }: SeenRef): string {
  return `${namespace ?? ''}/${name}`
}
