import { fluxGuides } from './flux/flux-guides.ts'
import type { Guide } from './guide.ts'
import { karpenterGuides } from './karpenter/karpenter-guides.ts'
import type { SeenRef } from './seen-object.ts'
import { apiGroup } from '../object/api-group.ts'
import { finalizerStuck } from './workload/finalizer-stuck.ts'
import { kindNotServed } from './workload/kind-not-served.ts'
import { bringers, objectMissing } from './workload/object-missing.ts'
import { stoppedOnPurpose } from './workload/stopped.ts'
import { workloadGuides } from './workload/workload-guides.ts'

/** By group and kind; `*` is for all kinds of a group. */
const guides: Readonly<Record<string, Guide>> = { ...workloadGuides, ...fluxGuides, ...karpenterGuides }

const noGuide: Guide = { first: [], leads: [], last: [] }

/** What to look at for an object. Any object can be missing, be stopped, or stay while it is deleted. */
export function guideTo(ref: SeenRef): Guide {
  const { first, leads, last } = ownGuide(ref)
  return {
    first: [finalizerStuck, ...first, stoppedOnPurpose],
    leads: [...leads, bringers],
    last: [...last, kindNotServed, objectMissing],
  }
}

function ownGuide(ref: SeenRef): Guide {
  const group = apiGroup(ref.apiVersion)
  for (const key of [
    `${group}/${ref.kind}`,
    `${group}/*`,
    ref.kind.endsWith('NodeClass') ? '*NodeClass' : '',
  ]) {
    const guide = Object.hasOwn(guides, key) ? guides[key] : undefined
    if (guide) return guide
  }
  return noGuide
}
