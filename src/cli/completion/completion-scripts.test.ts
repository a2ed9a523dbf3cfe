import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orSkip } from '#test/cli/or-skip.ts'
import { completionScripts } from './completion-scripts.ts'

type Shell = keyof typeof completionScripts

/** How each shell is asked, without a terminal, what it would offer for the line in $line. */
const questions: Readonly<Record<Shell, string>> = {
  bash: 'COMP_LINE=$line COMP_POINT=${#line}; _fitout; printf "%s\\n" "${COMPREPLY[@]}"',
  zsh: `
    compset() { [[ $PREFIX == $~2* ]] && PREFIX=\${PREFIX#$~2} }
    _files() { print -l -- $PREFIX*(N) }
    _describe() { print -l -- "\${(@P)2%%:*}" }
    words=("\${(@s: :)line}") CURRENT=$#words PREFIX=$words[-1]
    _fitout`,
  fish: 'complete -C "$line" | string replace -r "\\t.*" ""',
}

// What bash offers for a value behind = lacks the part in front of it, which bash leaves in place.
const cases = [
  { name: 'a verb', given: 'fitout com', want: ['compat', 'completion'] },
  { name: 'an argument', given: 'fitout completion ', want: ['bash', 'fish', 'zsh'] },
  { name: 'a flag', given: 'fitout completion --vers', want: ['--version'] },
  { name: 'the value of a flag', given: 'fitout --color a', want: ['always', 'auto'] },
  { name: 'a value behind =', given: 'fitout --color=n', want: ['--color=never'], bash: ['never'] },
  { name: 'files for a source', given: 'fitout pack web man', want: ['manifest.yaml'] },
  { name: 'files behind a flag', given: 'fitout status --kubeconfig man', want: ['manifest.yaml'] },
  {
    name: 'files behind =',
    given: 'fitout status --kubeconfig=man',
    want: ['--kubeconfig=manifest.yaml'],
    bash: ['manifest.yaml'],
    zsh: ['manifest.yaml'],
  },
  { name: 'files behind -f', given: 'fitout simulate -f man', want: ['manifest.yaml'] },
  { name: 'the contexts of a kubeconfig', given: 'fitout why --context m', want: ['mgmt'] },
  { name: 'the packs of the repository', given: 'fitout pack c', want: ['cni'] },
  { name: 'nothing where nothing fits', given: 'fitout nonsense ', want: [] },
]

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fitout-completion-'))
  const program = join(import.meta.dirname, '../main.ts')
  writeFileSync(join(folder, 'fitout'), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`, {
    mode: 0o755,
  })
})

beforeAll(() => {
  writeFileSync(join(folder, 'manifest.yaml'), '')
  mkdirSync(join(folder, 'infrastructure/packs/cni'), { recursive: true })
  writeFileSync(join(folder, 'infrastructure/packs/cni/pack.yaml'), '')
  mkdirSync(join(folder, '.kube'))
  const contexts = ['mgmt', 'other'].map(name => ({ name, context: { cluster: name, user: name } }))
  writeFileSync(join(folder, '.kube/config'), JSON.stringify({ clusters: [], users: [], contexts }))
})

afterAll(() => rmSync(folder, { recursive: true }))

for (const shell of ['bash', 'zsh', 'fish'] as const) {
  const reason = isInstalled(shell) ? undefined : `${shell} is not installed`
  const title = orSkip(`The script for ${shell} offers`, reason)
  describe.skipIf(reason !== undefined)(title, () => {
    for (const { name, given, want, ...others } of cases) {
      const own: Partial<Record<Shell, readonly string[]>> = others
      test(name, () => expect(offers(shell, given)).toEqual(own[shell] ?? want))
    }
  })
}

function offers(shell: Shell, line: string): readonly string[] {
  const compdef = shell === 'zsh' ? 'compdef() { }\n' : ''
  const script = `${compdef}${completionScripts[shell]}\n${questions[shell]}`
  const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}`, HOME: folder, KUBECONFIG: '', line }
  const { stdout, stderr } = spawnSync(shell, ['-c', script], { encoding: 'utf8', env, cwd: folder })
  expect(stderr).toBe('')
  return stdout
    .split('\n')
    .filter(word => word !== '')
    .toSorted()
}

function isInstalled(shell: Shell): boolean {
  return spawnSync(shell, ['-c', 'exit 0']).status === 0
}
