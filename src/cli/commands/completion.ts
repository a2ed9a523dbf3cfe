import { defineCommand } from '../command/command.ts'

/** `fitout completion`: the scripts stay in a chunk of their own, as few calls need them. */
export const completion = defineCommand({
  name: 'completion',
  summary: 'Print the script that completes fitout commands in a shell',
  args: { shell: { help: 'Shell to complete in', choices: ['bash', 'zsh', 'fish'] } },
  flags: {},
  examples: [
    'source <(fitout completion bash)',
    'source <(fitout completion zsh)',
    'fitout completion fish | source',
  ],

  async run({ args }, io) {
    const { completionScripts } = await import('../completion/completion-scripts.ts')
    io.write(completionScripts[args.shell])
    return 0
  },
})
