import { isDeepStrictEqual } from 'node:util'
import type { KubeApi } from '../../kube/kube-api.ts'
import type { KubeObject, ObjectRef } from '../../kube/kube-object.ts'

/** What was seen of an object so far, one after the other, and the end of looking. */
export interface Recording<T> {
  readonly seen: readonly T[]
  /** Ends the recording. Throws if it had ended before by itself. */
  stop(): Promise<void>
}

/**
 * Watches an object and keeps everything that `look` gives, each change once.
 *
 * A watch misses no state in between, which reading again and again does.
 */
export function record<T>(
  api: KubeApi,
  { apiVersion, kind, metadata: { name, namespace } }: ObjectRef,
  look: (object: KubeObject) => T | undefined,
): Recording<T> {
  const end = new AbortController()
  const seen: T[] = []
  const watch = async () => {
    for await (const { object } of api.watch(apiVersion, kind, end.signal)) {
      if (object.metadata.name !== name || object.metadata.namespace !== namespace) continue
      const now = look(object)
      if (now !== undefined && !isDeepStrictEqual(now, seen.at(-1))) seen.push(now)
    }
    throw new Error(`cannot go on watching ${kind} ${name}: the connection ended`)
  }
  const failure = watch().catch((error: unknown) => (end.signal.aborted ? undefined : error))
  return {
    seen,
    async stop() {
      end.abort()
      const error = await failure
      if (error) throw error
    },
  }
}
