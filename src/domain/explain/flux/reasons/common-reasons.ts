import type { FluxReason } from './flux-reason.ts'

/** What is not done yet, as every controller says it. */
export const progressing: FluxReason = {
  reason: 'Progressing',
  conditions: 'Reconciling=True, Ready=Unknown',
  means: 'is being reconciled',
  cause: undefined,
  actor: 'Nobody',
  advice: 'None: it resolves by itself',
}

/** What has failed and is tried again. */
export const progressingWithRetry: FluxReason = {
  reason: 'ProgressingWithRetry',
  conditions: 'Reconciling=True',
  means: 'is being retried',
  cause: undefined,
  actor: 'Nobody',
  advice: 'See the other conditions',
}

/** What names something of another namespace, where that is blocked. */
export const accessDenied: FluxReason = {
  reason: 'AccessDenied',
  conditions: 'Ready=False, Stalled=True',
  means: 'refers to an object that it is not allowed to use',
  cause: 'FluxSourceMissing',
  actor: 'Git',
  advice:
    'Move the referenced object into the namespace of {object}, or allow cross-namespace references in the controller',
}
