import { PRESETS } from '../../domain/api/api-names.ts'
import { causeReasons, isCauseReason } from '../../domain/explain/cause-reason.ts'
import { defineCommand } from '../command.ts'
import { UsageError } from '../parse/usage-error.ts'

const topics = ['causes', 'preset', ...Object.keys(causeReasons)] as const

/** `fitout explain`: the page for a word that Fitout uses. */
export const explain = defineCommand({
  name: 'explain',
  summary: 'Explain a word that Fitout uses',
  args: {
    topic: { help: 'A reason, as in status.cause; or causes, or preset', choices: topics },
    name: { help: 'Which preset, or none for all', choices: PRESETS, arity: 'optional' },
  },
  flags: {
    output: { help: 'How to answer', value: 'form', short: 'o', choices: ['text', 'json'], default: 'text' },
  },
  examples: [
    'fitout explain HandOverKeyMissing',
    'fitout explain causes',
    'fitout explain preset flux -o json',
  ],

  async run({ args: { topic, name }, flags: { output } }, io) {
    if (topic === 'preset') {
      const { explainPreset, listPresets } = await import('../explain/explain-preset.ts')
      io.write(name === undefined ? listPresets(output) : explainPreset(name, output))
      return 0
    }
    if (name !== undefined) {
      throw new UsageError('UNEXPECTED_ARGUMENT', `unexpected argument "${name}"`, `fitout explain ${topic}`)
    }
    const { explainCause, listCauses } = await import('../explain/explain-cause.ts')
    io.write(isCauseReason(topic) ? explainCause(topic, output) : listCauses(output))
    return 0
  },
})
