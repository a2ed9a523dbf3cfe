import type { WantedSet } from '../../plan/step-sets.ts'
import { commit } from '../show/commands.ts'
import type { NextAction } from '../why.ts'

/** How to bring a ClusterResourceSet that a step names and that does not exist. */
export function commitSet(set: WantedSet, { namespace }: { readonly namespace: string }): NextAction {
  const { name, pack } = set
  if (pack === undefined) {
    return commit(
      `Commit ClusterResourceSet "${name}" to namespace "${namespace}", or correct resourceSets of the step`,
    )
  }
  // The other parts are there: the pack was made, and not all of it was committed.
  if (name !== pack) return commit(`Commit all of pack "${pack}" to namespace "${namespace}"`)
  return commit(
    `Create the pack with \`fitout pack ${pack} <manifests> -n ${namespace}\` and commit it, or correct packs of the step`,
  )
}
