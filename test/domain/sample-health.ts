import { evaluateHealth } from '../../src/domain/health/evaluate-health.ts'

/** What an object may say besides its kind. */
export interface Said {
  readonly metadata?: object
  readonly spec?: object
  readonly status?: object
}

/** Builds an object for the tests of health: seen by its controller, and otherwise what it is told to be. */
export function anObject(apiVersion: string, kind: string, said: Said = {}): object {
  return {
    apiVersion,
    kind,
    metadata: { name: 'sample', namespace: 'tests', generation: 2, ...said.metadata },
    spec: { ...said.spec },
    status: { observedGeneration: 2, ...said.status },
  }
}

/** A sample of one kind, and what shall come of it: the status, the reason if there is one, and the message. */
export interface SampleCase {
  readonly name: string
  readonly given: Said
  readonly want: readonly string[]
}

/** Judges a sample as Flux would, in the form of `SampleCase`. */
export function judgeSample(apiVersion: string, kind: string, said: Said): readonly string[] {
  const { status, message, condition } = evaluateHealth(anObject(apiVersion, kind, said), {
    now: 0,
    reader: 'flux',
  })
  return [status, ...(condition ? [condition.reason] : []), message]
}
