import type { Guide } from '../guide.ts'
import { givenUpByKarpenter, refusedByKarpenter } from '../karpenter/refused-pod.ts'
import { claimsOfPod, volumeNotBound, volumeNotMounted } from './volume.ts'
import { capacityFor } from './capacity.ts'
import { containerConfigMissing, containerCrashing, imagePullFailed, probeFailing } from './container.ts'
import { noNodeSelected } from './daemon-nodes.ts'
import { definitionNotServed } from './definition.ts'
import { networkOfPod, nodeMissing, nodeNotReady, nodeOfPod } from './node.ts'
import { neverScheduled } from './never-scheduled.ts'
import { jobsOfCron, podsOf, podsRefused } from './pods-of.ts'
import { scaledToZero } from './scaled-to-zero.ts'
import { makersBehind, serviceOfApi } from './service.ts'
import { unschedulable } from './unschedulable.ts'

// Pods are where it shows; a controller knows more only when it cannot make any.
const podController: Guide = { first: [], leads: [podsOf], last: [podsRefused, scaledToZero, noNodeSelected] }

/** Pods, what makes them, and what they run on. */
export const workloadGuides: Readonly<Record<string, Guide>> = {
  'apps/Deployment': podController,
  'apps/DaemonSet': podController,
  'apps/StatefulSet': podController,
  'apps/ReplicaSet': podController,
  'batch/Job': podController,
  'batch/CronJob': { first: [], leads: [jobsOfCron], last: [podsRefused] },
  '/Pod': {
    // A container that was started, or an image that was asked for, has everything below it.
    first: [imagePullFailed, containerConfigMissing, containerCrashing],
    leads: [claimsOfPod, nodeOfPod, capacityFor],
    // Where Karpenter makes nodes, it knows more than the scheduler.
    last: [
      refusedByKarpenter,
      givenUpByKarpenter,
      unschedulable,
      neverScheduled,
      nodeMissing,
      volumeNotMounted,
      networkOfPod,
      probeFailing,
    ],
  },
  '/PersistentVolumeClaim': { first: [], leads: [], last: [volumeNotBound] },
  '/Service': { first: [], leads: [makersBehind], last: [] },
  'apiregistration.k8s.io/APIService': { first: [], leads: [serviceOfApi], last: [] },
  '/Node': { first: [], leads: [], last: [nodeNotReady] },
  'apiextensions.k8s.io/CustomResourceDefinition': { first: [], leads: [], last: [definitionNotServed] },
}
