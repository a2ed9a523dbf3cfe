import { names } from '../../domain/api/api-names.ts'
import { atCluster } from '../../domain/cluster-form/form-place.ts'
import { withOwnFacts } from '../../domain/compat/own-facts.ts'
import { judgeCompatibility } from '../../domain/compat/judge-compatibility.ts'
import type { Verdict } from '../../domain/compat/verdict.ts'
import { counted } from '../../domain/text/counted.ts'
import type { DraftSubject } from './check-draft.ts'
import { type DraftCheck, type DraftProblem, failedCheck, passedCheck } from './draft-check.ts'
import { componentsFor } from './draft-repository.ts'

/** Whether what the cluster will run fits its Kubernetes. */
export function compatCheck({ draft, base, knowledge, reading, path }: DraftSubject): DraftCheck {
  const place = atCluster('spec', 'topology', 'version')
  const kubernetes = reading.valueAt(place)
  const line = reading.lineOf(place)
  if (typeof kubernetes !== 'string' || !/^v\d+\.\d+\.\d+/.test(kubernetes)) {
    const message = 'the version of Kubernetes must be whole, such as v1.35.4'
    return failedCheck('compat', [{ code: 'VARIABLE', path, line, place, message }])
  }
  const profile = reading.valueAt(atCluster('metadata', 'labels', names.profileLabel))
  const { verdicts } = judgeCompatibility({
    kubernetes,
    components: componentsFor(base, draft.environment, typeof profile === 'string' ? profile : ''),
    facts: withOwnFacts(base.repository.compat?.facts ?? []),
    now: knowledge.now,
  })
  const problemsOf = (word: Verdict['verdict'], code: DraftProblem['code']) =>
    verdicts
      .filter(({ verdict }) => verdict === word)
      .map(({ sentence, needs }) => ({
        code,
        path,
        line,
        place,
        message: sentence,
        fix: needs && `use ${needs.name} ${needs.range}`,
      }))
  const unsupported = problemsOf('unsupported', 'VERSION_UNSUPPORTED')
  if (unsupported.length > 0) return failedCheck('compat', unsupported)
  const unknown = problemsOf('unknown', 'VERSION_UNKNOWN')
  const fits = verdicts.length - unknown.length
  const sentence = `compat: ${fits} of ${counted(verdicts.length, 'component')} fit Kubernetes ${kubernetes.slice(1)}`
  if (unknown.length === 0) return passedCheck('compat', sentence)
  return {
    check: 'compat',
    verdict: 'unknown',
    sentence: `${sentence}, nothing is known of ${unknown.length}`,
    problems: unknown,
  }
}
