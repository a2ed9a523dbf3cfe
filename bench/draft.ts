import { rmSync } from 'node:fs'
import { readLintRepository } from '../src/domain/lint/model/lint-repository.ts'
import { checkDraft } from '../src/scaffold/draft/check-draft.ts'
import { newDraftText } from '../src/scaffold/draft/draft-files.ts'
import { type DraftRepository, draftRepository } from '../src/scaffold/draft/draft-repository.ts'
import { FleetScene } from '../test/cli/fleet-scene.ts'
import { type Candidate, compare } from './compare.ts'
import { repositoryOfThousand } from './fleet-repository.ts'
import type { Subject } from './subject.ts'

const ROUNDS = 50

/** How long the checks of a new cluster lag behind the last key: 150 ms at most. */
export const draft: Subject = {
  name: 'draft',
  summary: `checkDraft after one key, in memory, median of ${ROUNDS} runs in turns`,
  measure: async () => {
    const small = await FleetScene.withRepository()
    const large = await repositoryOfThousand()
    try {
      return await compare(
        [
          checked('in a repository without clusters', await baseOf(small)),
          checked('in a repository of 1,000 clusters', await baseOf(large)),
        ],
        ROUNDS,
      )
    } finally {
      for (const { folder } of [small, large]) rmSync(folder, { recursive: true })
    }
  },
}

async function baseOf(scene: FleetScene): Promise<DraftRepository> {
  const texts = await scene.files()
  const lint = readLintRepository({ texts, paths: new Set(texts.keys()), isWhole: true })
  const base = draftRepository(lint, [])
  if (!base) throw new Error('there is a fitout.yaml')
  return base
}

function checked(name: string, base: DraftRepository): Candidate {
  let count = 0
  return {
    name,
    run: () => {
      const [known] = base.classes
      if (!known) throw new Error('there is a ClusterClass')
      const place = { name: `team-${++count}`, environment: 'dev' }
      const text = newDraftText(known, base, place)
      const { checks } = checkDraft({ environment: 'dev', className: known.found.name, text }, base, {
        now: 0,
      })
      if (checks.length < 6) throw new Error('not everything was checked')
    },
  }
}
