import type { PlantedBug } from '../planted-bug.ts'

/** Words about steps, objects and advice that contradict each other, or what was read. */
export const healthBugs: readonly PlantedBug[] = [
  {
    number: 100,
    id: 'ungated-step-waits-again',
    sentence: 'A step without a gate that has started waits again for a step that is not proven for a moment',
    file: 'src/domain/plan/judge-step.ts',
    from: 'const isRunning = !step.gate && beforeOf(question)?.openedAt !== undefined',
    to: 'const isRunning = false',
    finder: { by: 'tests', file: 'src/simulator/controller/agree-with-itself.test.ts' },
  },
  {
    number: 101,
    id: 'doubted-step-is-fine',
    sentence: 'A step whose proof does not hold now is listed as checked and OK',
    file: 'src/domain/explain/ruled-out.ts',
    from: ' || unprovenSince !== undefined) return false',
    to: ') return false',
    finder: { by: 'tests', file: 'src/domain/explain/ruled-out.test.ts' },
  },
  {
    number: 102,
    id: 'own-conditions-not-believed',
    sentence:
      'An object that says of itself that it does not work proves an add-on, if kstatus does not look there',
    file: 'src/domain/proof/judge/proof-rules.ts',
    from: 'onlyIfCurrent(reportedTrouble),',
    to: '',
    finder: { by: 'tests', file: 'src/domain/proof/judge/proof-kinds.test.ts' },
  },
  {
    number: 103,
    id: 'condition-of-older-spec',
    sentence: 'A condition that was written for an older spec counts as a proof',
    file: 'src/domain/proof/judge/reported-trouble.ts',
    from: 'observed >= generation)',
    to: 'observed <= generation)',
    finder: { by: 'tests', file: 'src/domain/proof/judge/proof-kinds.test.ts' },
  },
  {
    number: 104,
    id: 'permission-for-everything',
    sentence: 'Whatever keeps a proof from being read, the advice is to give a permission',
    file: 'src/domain/explain/stages/unread-advice.ts',
    from: 'switch (readError) {',
    to: "switch (readError && 'Forbidden') {",
    finder: { by: 'tests', file: 'src/domain/explain/stages/unread-stage.test.ts' },
  },
  {
    number: 105,
    id: 'secret-behind-a-longer-name',
    sentence: 'The value of DB_PASSWORD is shown, as only a whole word counts as the name of a secret',
    file: 'src/domain/proof/judge/hide-secrets.ts',
    from: 'String.raw`(?:passw',
    to: 'String.raw`\\b(?:passw',
    finder: { by: 'tests', file: 'src/domain/proof/judge/hide-secrets.test.ts' },
  },
]
