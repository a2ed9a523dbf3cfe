import { numberIn, partOf, textIn } from '../../object/fields.ts'
import { lineOf, nameOf, sentenceOf } from '../claim.ts'
import type { CauseRule } from '../guide.ts'
import type { Inquiry } from '../inquiry.ts'
import type { SeenObject } from '../seen-object.ts'
import { kubectlDescribe, patchObject, refresh, scaleUp } from '../show/commands.ts'

/** A controller of pods that is told to have none, and by what, if that can be seen. */
export const scaledToZero: CauseRule = ({ object }, inquiry) => {
  const { facts } = inquiry
  if (!object || !['Deployment', 'StatefulSet', 'ReplicaSet'].includes(object.ref.kind)) return undefined
  if (numberIn(partOf(object.fields, 'spec'), 'replicas', 1) !== 0) return undefined
  const scaler = scalerOf(object, inquiry)
  const line = lineOf(object, 'spec.replicas is 0')
  if (!scaler) {
    return {
      reason: 'ScaledToZero',
      sentence: sentenceOf(`${nameOf(object.ref)} is scaled to zero, so no pods run`),
      evidence: [line],
      next: [scaleUp(object.ref, facts), kubectlDescribe(object.ref, facts), refresh(facts)],
    }
  }
  return {
    reason: 'ScaledToZero',
    sentence: sentenceOf(`${nameOf(scaler.ref)} keeps ${nameOf(object.ref)} at zero, so no pods run`),
    evidence: [line, lineOf(scaler)],
    next: [
      patchObject(
        `Set the minimum of ${nameOf(scaler.ref)} to at least one replica, also in Git if it is set there`,
        scaler.ref,
        {
          facts,
          patch: { metadata: { annotations: unpaused }, spec: { minReplicaCount: 1 } },
        },
      ),
      kubectlDescribe(scaler.ref, facts),
      refresh(facts),
    ],
  }
}

const unpaused = { 'autoscaling.keda.sh/paused': null, 'autoscaling.keda.sh/paused-replicas': null }

// A HorizontalPodAutoscaler leaves alone what is at zero; only KEDA brings something there.
function scalerOf({ ref }: SeenObject, inquiry: Inquiry): SeenObject | undefined {
  const { on, namespace, kind, name } = ref
  if (namespace === undefined) return undefined
  const list = inquiry.list({ on, apiVersion: 'keda.sh/v1alpha1', kind: 'ScaledObject', namespace })
  if (list.kind !== 'listed') return undefined
  return list.objects.find(({ fields }) => {
    const target = partOf(partOf(fields, 'spec'), 'scaleTargetRef')
    return textIn(target, 'name') === name && textIn(target, 'kind', 'Deployment') === kind
  })
}
