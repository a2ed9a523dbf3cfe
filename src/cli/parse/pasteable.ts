import { shellWord } from '../../domain/explain/show/shell-word.ts'
import type { Command } from '../command/command.ts'
import type { CommandLine } from './read-command-line.ts'

/** The flags that say which fleet is asked. */
const fleetFlags = ['snapshot', 'kubeconfig', 'context'] as const

/** Returns what completes a command that is shown with the flags that were typed: pasted as it is, it asks the same fleet. */
export function pasteable({ flags }: CommandLine, commands: readonly Command[]): (command: string) => string {
  const words = new Map(fleetFlags.flatMap(name => typedWords(name, flags.get(name))))
  return command => {
    const [program, verb] = command.split(' ', 2)
    if (program !== 'fitout') return withKubectlFlags(command, words)
    const known = commands.find(({ name }) => name === verb)?.flags ?? {}
    const missing = [...words].flatMap(([name, word]) =>
      name in known && !command.includes(`--${name} `) ? [`--${name} ${word}`] : [],
    )
    return command.endsWith(' --help') ? command : [command, ...missing].join(' ')
  }
}

// Standard input is read by then.
function typedWords(name: string, value: string | true | undefined): readonly (readonly [string, string])[] {
  return typeof value === 'string' && value !== '-' ? [[name, shellWord(value)]] : []
}

function withKubectlFlags(command: string, words: ReadonlyMap<string, string>): string {
  const [file, context] = [words.get('kubeconfig'), words.get('context')]
  const fileFlag = file === undefined ? '' : ` --kubeconfig ${file}`
  const contextFlag = (name: string) => (context === undefined ? '' : ` --${name} ${context}`)
  return command
    .replaceAll(
      /\bkubectl(?= (?!--kubeconfig ))( --context \S+)?/g,
      (_, named: string | undefined) => `kubectl${fileFlag}${named ?? contextFlag('context')}`,
    )
    .replaceAll(
      /\bclusterctl get kubeconfig [^)]*/g,
      call => `${call}${fileFlag}${contextFlag('kubeconfig-context')}`,
    )
}
