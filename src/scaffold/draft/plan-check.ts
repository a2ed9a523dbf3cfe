import { repositorySide, type RepositorySide } from '../../domain/change/delivery/fleet-sides.ts'
import { type ChangeRequest, planFleetChange, readBothSides } from '../../domain/change/plan-fleet-change.ts'
import { changeComment, COMMENT_MARK } from '../../domain/change/report/change-comment.ts'
import { reportOf } from '../../domain/change/report/report-rows.ts'
import { readLintRepository } from '../../domain/lint/model/lint-repository.ts'
import { counted } from '../../domain/text/counted.ts'
import { durationWords } from '../../domain/words/duration-words.ts'
import type { DraftSubject } from './check-draft.ts'
import { type DraftCheck, failedCheck, passedCheck } from './draft-check.ts'
import type { DraftFile } from './draft-files.ts'
import type { DraftRepository } from './draft-repository.ts'
import { textsWith } from './lint-check.ts'

/** What the merge of a draft does: one cluster, its steps, and about how long they take. */
export function planCheck(files: readonly DraftFile[], { base, knowledge, path }: DraftSubject): DraftCheck {
  const request = requestOf(files, base)
  const sides = readBothSides(request)
  const change = planFleetChange(request, sides)
  const refused = change.refusals.map(
    ({ code: _, message }) => ({ code: 'PLAN_REFUSED', path, line: 1, message }) as const,
  )
  if (refused.length > 0) return failedCheck('plan', refused)
  const created = change.clusters.filter(({ verdict }) => verdict === 'created')
  const plans = created.flatMap(
    ({ namespace, name }) => sides.after.clusters.get(`${namespace}/${name}`)?.fitout ?? [],
  )
  const [plan] = plans
  const [cluster] = created
  if (!plan || !cluster) {
    const message = 'no Fitout selects the cluster by its labels: nothing will be installed on it'
    return { ...failedCheck('plan', [{ code: 'NO_FITOUT', path, line: 1, message }]), verdict: 'warning' }
  }
  const took = knowledge.took?.[`${cluster.namespace}/${plan.metadata.name}`]
  const about = took === undefined ? '' : `, about ${durationWords(took)}`
  const steps = counted(plan.spec.steps.length, 'step')
  return passedCheck('plan', `plan: ${counted(created.length, 'cluster')}, ${steps}${about}`)
}

/** The plan of the files of a draft, as the text of a merge request from a branch. */
export function planOfDraft(
  files: readonly DraftFile[],
  base: DraftRepository,
  { branch, now }: { readonly branch: string; readonly now: number },
): string {
  const change = { ...planFleetChange(requestOf(files, base)), to: branch }
  return changeComment(reportOf(change, now), change).replace(`${COMMENT_MARK}\n`, '')
}

function requestOf(files: readonly DraftFile[], base: DraftRepository): ChangeRequest {
  const before = side(new Map(Object.entries(base.texts)))
  return {
    before,
    after: side(textsWith(files, base)),
    from: base.repository.git.branch,
    to: 'draft',
    newFindings: [],
  }
}

function side(texts: ReadonlyMap<string, string>): RepositorySide {
  const repository = readLintRepository({ texts, paths: new Set(texts.keys()), isWhole: true })
  return repositorySide(repository, () => undefined)
}
