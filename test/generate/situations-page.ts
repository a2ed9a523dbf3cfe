import { pageName } from '../../src/domain/explain/pages/cause-page.ts'
import { catalogue } from '../../lab/situations/catalogue.ts'
import type { Fix, Situation } from '../../lab/situations/situation.ts'

/** The situations that are built in the lab, as Markdown. */
export function situationsPage(): string {
  return `${intro}\n${catalogue.map(rowOf).join('\n')}\n`
}

const intro = `<!-- Made by \`make generate\` from lab/situations. Do not edit. -->

# Broken situations

Each is built in the lab on the real systems: Kubernetes, Cluster API, Flux. What \`fitout why\` then says is held against a
file in \`lab/situations/golden\`, and must be the cause that the status has, too. Where an action is shown that fixes it,
that action is done, and the cluster gets Ready. Meanwhile a prober that shares no code with Fitout looks four times a
second whether what is said is so. \`make soak\` builds all of them, \`make test\` a few.

\`\`\`sh
FITOUT_SITUATION='kubeconfig' npx vitest run --project lab lab/stories/situations.test.ts
\`\`\`

builds those whose name has the word.

| what is wrong | cause | fixed by |
|---|---|---|`

function rowOf({ name, reason, fix }: Situation): string {
  return `| ${name} | [${reason}](causes/${pageName(reason)}) | ${fixWords(fix)} |`
}

function fixWords(fix: Fix | undefined): string {
  if (!fix) return '-'
  if ('run' in fix) return `the command of "${fix.run}"`
  if ('patch' in fix) return `the patch of "${fix.patch}"`
  return 'advised' in fix ? `"${fix.advised}"` : `nobody: it ends when ${fix.ends}`
}
