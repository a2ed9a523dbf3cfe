import { PRESETS } from '../../domain/api/api-names.ts'
import { causeReasons, isCauseReason } from '../../domain/explain/cause-reason.ts'
import { isLintCode, lintCodes } from '../../domain/lint/lint-codes.ts'
import { concepts, isConcept } from '../../domain/words/concepts.ts'
import { defineCommand } from '../command/command.ts'
import { UsageError } from '../parse/usage-error.ts'

const topics = [
  'causes',
  'lint',
  'preset',
  ...Object.keys(concepts),
  ...Object.keys(causeReasons),
  ...lintCodes,
] as const

/** `fitout explain`: the page for a word that Fitout uses. */
export const explainCommand = defineCommand({
  name: 'explain',
  summary: 'Explain a concept, a cause, a rule of lint or a preset',
  args: {
    topic: {
      help: 'A concept such as gate, a reason as in status.cause, a code of lint; causes, lint or preset',
      choices: topics,
      arity: 'optional',
    },
    name: { help: 'Name of the preset (default: list all)', choices: PRESETS, arity: 'optional' },
  },
  flags: {
    output: { help: 'Output format', value: 'form', short: 'o', choices: ['text', 'json'], default: 'text' },
  },
  examples: [
    'fitout explain HandOverKeyMissing',
    'fitout explain gate',
    'fitout explain preset flux -o json',
  ],

  async run({ args: { topic, name }, flags: { output } }, io) {
    if (topic === 'preset') {
      const { explainPreset, listPresets } = await import('../explain/explain-preset.ts')
      io.write(name === undefined ? listPresets(output) : explainPreset(name, output))
      return 0
    }
    if (name !== undefined) {
      throw new UsageError(
        'UNEXPECTED_ARGUMENT',
        `unexpected argument "${name}"`,
        `fitout explain ${topic ?? ''}`.trim(),
      )
    }
    if (topic === undefined || isConcept(topic)) {
      const { explainConcept, listConcepts } = await import('../explain/explain-concept.ts')
      io.write(topic === undefined ? listConcepts(output) : explainConcept(topic, output))
      return 0
    }
    if (topic === 'lint' || isLintCode(topic)) {
      const { explainRule, listRules } = await import('../explain/explain-rule.ts')
      io.write(topic === 'lint' ? listRules(output) : explainRule(topic, output))
      return 0
    }
    const { explainCause, listCauses } = await import('../explain/explain-cause.ts')
    io.write(isCauseReason(topic) ? explainCause(topic, output) : listCauses(output))
    return 0
  },
})
