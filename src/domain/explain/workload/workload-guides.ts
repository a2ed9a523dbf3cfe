import type { Guide } from '../guide.ts'
import { claimsOfPod, volumeNotBound, volumeNotMounted } from './volume.ts'
import { capacityFor } from './capacity.ts'
import { containerConfigMissing, containerCrashing, imagePullFailed, probeFailing } from './container.ts'
import { definitionNotServed } from './definition.ts'
import { networkOfPod, nodeNotReady, nodeOfPod } from './node.ts'
import { podsOf, podsRefused } from './pods-of.ts'
import { scaledToZero } from './scaled-to-zero.ts'
import { unschedulable } from './unschedulable.ts'

// Pods are where it shows; a controller knows more only when it cannot make any.
const podController: Guide = { first: [], leads: [podsOf], last: [podsRefused, scaledToZero] }

/** Pods, what makes them, and what they run on. */
export const workloadGuides: Readonly<Record<string, Guide>> = {
  'apps/Deployment': podController,
  'apps/DaemonSet': podController,
  'apps/StatefulSet': podController,
  'apps/ReplicaSet': podController,
  'batch/Job': podController,
  '/Pod': {
    // A container that was started, or an image that was asked for, has everything below it.
    first: [imagePullFailed, containerConfigMissing, containerCrashing],
    leads: [claimsOfPod, nodeOfPod, capacityFor],
    last: [unschedulable, volumeNotMounted, networkOfPod, probeFailing],
  },
  '/PersistentVolumeClaim': { first: [], leads: [], last: [volumeNotBound] },
  '/Node': { first: [], leads: [], last: [nodeNotReady] },
  'apiextensions.k8s.io/CustomResourceDefinition': { first: [], leads: [], last: [definitionNotServed] },
}
