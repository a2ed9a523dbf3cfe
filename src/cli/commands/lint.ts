import { defineCommand } from '../command/command.ts'

/** `fitout lint`: the rules stay in a chunk of their own. */
export const lint = defineCommand({
  name: 'lint',
  summary: 'Find what cannot work in a GitOps repository, before it is merged',
  args: {
    paths: {
      help: 'Files, folders, or - for standard input (default: this folder)',
      arity: 'rest',
      names: 'file',
    },
  },
  flags: {
    output: {
      help: 'Output format',
      value: 'form',
      short: 'o',
      choices: ['text', 'json', 'github', 'gitlab', 'sarif'],
      default: 'text',
    },
    fix: { help: 'Fix what can be fixed safely; comments and order of the files stay' },
    watch: { help: 'Judge again after each change, and show what is then wrong', short: 'w' },
    deny: { help: 'Fail for warnings, too', value: 'what', choices: ['warnings'] },
  },
  examples: ['fitout lint', 'fitout lint --deny warnings -o github', 'fitout lint --fix'],

  async run({ args: { paths }, flags: { output, fix, watch, deny } }, io) {
    const { runLintCommand } = await import('../lint/run-lint-command.ts')
    return runLintCommand({ paths, output, fix, watch, denyWarnings: deny === 'warnings' }, io)
  },
})
