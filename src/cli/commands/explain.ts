import { PRESETS } from '../../domain/api/api-names.ts'
import { defineCommand } from '../command.ts'

/** `fitout explain`: the page for a word that Fitout uses. */
export const explain = defineCommand({
  name: 'explain',
  summary: 'Explain a word that Fitout uses',
  args: {
    topic: { help: 'What it is', choices: ['preset'] },
    name: { help: 'The word, or none for all', choices: PRESETS, arity: 'optional' },
  },
  flags: {
    output: { help: 'How to answer', value: 'form', short: 'o', choices: ['text', 'json'], default: 'text' },
  },
  examples: [
    'fitout explain preset',
    'fitout explain preset flux',
    'fitout explain preset karpenter -o json',
  ],

  async run({ args, flags }, io) {
    const { explainPreset, listPresets } = await import('../explain/explain-preset.ts')
    io.write(args.name === undefined ? listPresets(flags.output) : explainPreset(args.name, flags.output))
    return 0
  },
})
