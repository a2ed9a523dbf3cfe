import { rmSync } from 'node:fs'
import { FleetScene } from '../test/cli/fleet-scene.ts'
import { compare } from './compare.ts'
import { fitout, peakOfNode, runNode } from './run-node.ts'
import type { Subject } from './subject.ts'

const ROUNDS = 10
const CLUSTERS = 1000
const CAPI = 'infrastructure/control-plane-cluster/capi'

/** How long a user waits in a repository of a thousand clusters: a second at most. */
export const fleetRepository: Subject = {
  name: 'fleet repository',
  summary: `fitout cluster in a fleet repository of ${CLUSTERS} clusters, as a process, median of ${ROUNDS} runs in turns`,
  measure: async () => {
    const { folder } = await repositoryOfThousand()
    let added = 0
    const run = (line: string) => {
      peakOfNode([fitout, ...line.split(' ')], folder)
    }
    try {
      return await compare(
        [
          { name: 'node -e 0', run: () => runNode(['-e', '0']) },
          { name: 'fitout cluster list', run: () => run('cluster list') },
          { name: 'fitout cluster list -o json', run: () => run('cluster list -o json') },
          {
            name: 'fitout cluster new',
            run: () => run(`cluster new added-${added++} --env dev --set region=eu-west-1`),
          },
        ],
        ROUNDS,
      )
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
}

/** The files of one cluster that the command wrote, under a thousand names. */
export async function repositoryOfThousand(): Promise<FleetScene> {
  const scene = await FleetScene.withRepository()
  const said = await scene.run('cluster new first --env dev --set region=eu-west-1')
  if (!said.endsWith('(exit 0)\n')) throw new Error(said)
  const own = [...(await scene.files())].filter(([path]) => /\/first(\/|\.yaml$)/.test(path))
  const names = Array.from({ length: CLUSTERS - 1 }, (_, index) => `first-${String(index).padStart(4, '0')}`)
  for (const name of names) {
    const files = own.map(([path, text]) => [
      path.replace(/\/first(?=\/|\.)/, `/${name}`),
      text.replaceAll(/\bfirst\b/g, name),
    ])
    await scene.given(Object.fromEntries(files) as Record<string, string>)
  }
  const list = `${CAPI}/dev/kustomization.yaml`
  const lines = ['first', ...names].map(name => `- ${name}\n`).join('')
  await scene.given({ [list]: (await scene.read(list)).replace('- first\n', lines) })
  return scene
}
