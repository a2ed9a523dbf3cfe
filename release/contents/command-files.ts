import { completionScripts } from '../../src/cli/completion/completion-scripts.ts'
import { type Entry, file } from '../image/entry.ts'
import { manPage } from './man-page.ts'

/** What comes along with the command in every package: its manual page, and completion for three shells. */
export function commandFiles(about: { readonly version: string; readonly time: Date }): readonly Entry[] {
  return [
    file('man/fitout.1', manPage(about)),
    file('completions/fitout.bash', completionScripts.bash),
    file('completions/_fitout', completionScripts.zsh),
    file('completions/fitout.fish', completionScripts.fish),
  ]
}
