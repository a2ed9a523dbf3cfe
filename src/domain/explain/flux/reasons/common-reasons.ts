import type { FluxReason } from './flux-reason.ts'

/** What is not done yet, as every controller says it. */
export const progressing: FluxReason = {
  reason: 'Progressing',
  conditions: 'Reconciling=True, Ready=Unknown',
  means: 'is on its way',
  cause: undefined,
  actor: 'Nobody',
  advice: 'Nothing: it ends by itself',
}

/** What has failed and is tried again. */
export const progressingWithRetry: FluxReason = {
  reason: 'ProgressingWithRetry',
  conditions: 'Reconciling=True',
  means: 'is tried again',
  cause: undefined,
  actor: 'Nobody',
  advice: 'The other conditions say why',
}

/** What names something of another namespace, where that is blocked. */
export const accessDenied: FluxReason = {
  reason: 'AccessDenied',
  conditions: 'Ready=False, Stalled=True',
  means: 'is not allowed to use what it names',
  cause: 'FluxSourceMissing',
  actor: 'Git',
  advice: 'Put what {object} names into its own namespace, or let the controller permit it',
}
