import type { Guide } from '../guide.ts'
import { controllerDown, controllerOf } from './controller.ts'
import { dependenciesOf, dependencyLoop, dependencyNotReady } from './dependency.ts'
import { helmFailed, helmRefused } from './helm-failed.ts'
import { kustomizationFailed, kustomizationRefused } from './kustomization-failed.ts'
import { referenceMissing } from './reference-missing.ts'
import { sourceFailed, fluxSourceMissing } from './source-failed.ts'
import { sourceOf, upstreamOf } from './source-of.ts'
import { suspended } from './suspended.ts'
import { valuesInvalid } from './values-invalid.ts'
import { waitedFor } from './waited-for.ts'

/** The objects of Flux. */
export const fluxGuides: Readonly<Record<string, Guide>> = {
  'helm.toolkit.fluxcd.io/HelmRelease': {
    first: [suspended, dependencyLoop, referenceMissing, valuesInvalid, helmRefused],
    leads: [controllerOf, dependenciesOf, sourceOf, waitedFor],
    last: [controllerDown, dependencyNotReady, helmFailed],
  },
  'kustomize.toolkit.fluxcd.io/Kustomization': {
    first: [suspended, dependencyLoop, referenceMissing, kustomizationRefused],
    leads: [controllerOf, dependenciesOf, sourceOf, waitedFor],
    last: [controllerDown, dependencyNotReady, kustomizationFailed],
  },
  'source.toolkit.fluxcd.io/*': {
    first: [fluxSourceMissing, suspended, referenceMissing],
    leads: [controllerOf, upstreamOf],
    last: [controllerDown, sourceFailed],
  },
}
