import { componentsIn } from '../../domain/compat/delivered/versions-in.ts'
import type { ComponentVersion } from '../../domain/compat/verdict.ts'
import { digestSource, type SourceDigest } from '../../domain/resource-set/digest-source.ts'
import { readSourceObjects } from '../../domain/resource-set/read-source-objects.ts'
import { readSource } from '../../domain/resource-set/source.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'

/** What is remembered of a source: of its objects the names, and nothing of its values. */
export interface DeliveredSource extends SourceDigest {
  readonly components: readonly ComponentVersion[]
}

/** Finds out all that is asked about a source, so that its values need not be kept. */
export function deliveredSource(object: KubeObject): DeliveredSource {
  const source = readSource(object)
  const digest = digestSource(source)
  const objects = digest.error ? [] : readSourceObjects(source).map(({ content }) => content)
  return { ...digest, components: componentsIn(objects) }
}
