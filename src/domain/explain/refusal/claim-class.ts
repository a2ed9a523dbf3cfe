import { absenceOf } from '../absence.ts'
import { type Claim, nameOf, sentenceOf } from '../claim.ts'
import type { Inquiry } from '../inquiry.ts'
import { act, changing, commit, makeAgain, orElse } from '../show/commands.ts'
import { shellWord } from '../show/shell-word.ts'
import type { Proven } from './claim-refusal.ts'
import type { ApiRefusal } from './read-refusal.ts'

const classes = {
  PriorityClass: { apiVersion: 'scheduling.k8s.io/v1', field: 'priorityClassName' },
  RuntimeClass: { apiVersion: 'node.k8s.io/v1', field: 'runtimeClassName' },
} as const

/** Pods of a class that is not there. */
export function classMissing(
  { kind, name }: Extract<ApiRefusal, { readonly is: 'class' }>,
  { about, line }: Proven,
  inquiry: Inquiry,
): Claim {
  const { facts } = inquiry
  const { apiVersion, field } = classes[kind]
  const ref = { on: about.on, apiVersion, kind, name }
  return {
    reason: 'AdmissionRefused',
    sentence: sentenceOf(`${nameOf(about)} names ${nameOf(ref)}, ${absenceOf(ref, inquiry)}`),
    evidence: [line],
    next: [
      changing(
        about,
        commit(
          `Deliver ${nameOf(ref)} in an earlier step, or remove it from ${nameOf(about)}`,
          `spec:\n  template:\n    spec:\n      ${field}: null`,
        ),
      ),
      // Of a runtime, only the nodes know the handler.
      ...(kind === 'PriorityClass'
        ? [
            orElse(
              act(`create ${nameOf(ref)} now, with the default priority`, ref, {
                facts,
                verb: `create priorityclass ${shellWord(name)} --value 0`,
                needs: 'absent',
              }),
            ),
            ...makeAgain(about, facts),
          ]
        : []),
    ],
  }
}
