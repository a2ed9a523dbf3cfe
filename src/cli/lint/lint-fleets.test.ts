import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FleetScene } from '#test/cli/fleet-scene.ts'
import { LAYOUTS, PATTERNS } from '../../domain/repository/repository-choices.ts'
import { runLint } from '../../domain/lint/run-lint.ts'
import type { RepositoryFiles } from '../../domain/lint/model/lint-repository.ts'
import { mutations } from '#test/cli/lint-mutations.ts'

const combinations = PATTERNS.flatMap(pattern => LAYOUTS.map(layout => ({ pattern, layout })))

function isRead(path: string): boolean {
  return /\.ya?ml$/.test(path) && !path.startsWith('.')
}

describe.each(combinations)(
  'A fleet repository with pattern $pattern and layout $layout',
  ({ pattern, layout }) => {
    let scene: FleetScene
    let files: RepositoryFiles
    beforeAll(async () => {
      scene = await FleetScene.withFleet(`--pattern ${pattern} --layout ${layout}`, [
        'add cilium cilium.yaml',
        'add karpenter',
        'add kong',
      ])
      const all = await scene.files()
      files = {
        texts: new Map([...all].filter(([path]) => isRead(path))),
        paths: new Set(all.keys()),
        isWhole: true,
      }
    })
    afterAll(() => scene.close())

    test('has no problems', async () => {
      expect(await scene.run('lint --deny warnings')).toMatch(
        /^\$ fitout lint --deny warnings\n\d+ files, no problems\n\(exit 0\)\n$/,
      )
    })

    test('is found to be broken by the code that is meant, in at least 40 ways', () => {
      let ways = 0
      const wrong = mutations.flatMap(({ name, code, mutate }) => {
        const broken = mutate(files)
        if (!broken) return []
        ways++
        const found = new Set(runLint(broken).findings.map(finding => finding.code))
        return found.has(code) ? [] : [`${name}: want ${code}, found ${[...found].join(', ') || 'nothing'}`]
      })
      expect(wrong).toEqual([])
      expect(ways).toBeGreaterThanOrEqual(40)
    })
  },
)
