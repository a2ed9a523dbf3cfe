import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FleetScene } from '#test/cli/fleet-scene.ts'
import { LAYOUTS, PATTERNS } from '../../domain/repository/repository-choices.ts'
import { readDocuments } from '../../domain/yaml/document/read-documents.ts'
import { lintFitout } from '../../domain/validation/read-fitout.ts'
import { drawTree } from '../../scaffold/tree.ts'

const addOns = ['add cilium cilium.yaml', 'add karpenter', 'add kong']

const combinations = PATTERNS.flatMap(pattern => LAYOUTS.map(layout => ({ pattern, layout })))

describe.each(combinations)(
  'A fleet repository with pattern $pattern and layout $layout',
  ({ pattern, layout }) => {
    let scene: FleetScene
    beforeAll(
      async () => (scene = await FleetScene.withFleet(`--pattern ${pattern} --layout ${layout}`, addOns)),
    )
    afterAll(() => scene.close())
    const golden = (name: string) => `../../../test/golden/fleet/${pattern}-${layout}${name}.txt`

    test('has the tree of its pattern, and every file says what it is', async () => {
      const files = await scene.files()
      const shown = [...files.keys()].filter(path => !path.startsWith('.fitout/') && path !== 'cilium.yaml')
      await expect(`${drawTree(shown)}\n`).toMatchFileSnapshot(golden(''))
      const own = shown.filter(path =>
        /green|fitout\/default.yaml|workload-clusters\/(base\/)?karpenter|systems\/karpenter\/base/.test(
          path,
        ),
      )
      const texts = own.map(path => `==> ${path}\n${files.get(path)}`)
      await expect(texts.join('\n')).toMatchFileSnapshot(golden('-files'))
      const wordless = shown.filter(
        path => /\.ya?ml$/.test(path) && !files.get(path)?.startsWith('#') && !path.includes('/eks.yaml'),
      )
      expect(wordless).toEqual([])
    })

    test('lists in every kustomization.yaml what is there, has no plain Secret, and a Fitout that can be used', async () => {
      const files = await scene.files()
      const texts = [...files].filter(([path]) => /\.ya?ml$/.test(path) && !path.startsWith('.'))
      const objects = texts.flatMap(([path, text]) =>
        readDocuments(text).map(({ value }) => ({ path, value })),
      )
      expect(objects.filter(({ value }) => value['kind'] === 'Secret')).toEqual([])
      const plans = objects.filter(({ value }) => value['kind'] === 'Fitout')
      expect(plans.map(({ value }) => lintFitout(value))).toEqual([[]])

      const lists = objects.filter(({ value }) => value['apiVersion'] === 'kustomize.config.k8s.io/v1beta1')
      const missing = lists.flatMap(({ path, value }) => {
        const folder = path.slice(0, path.lastIndexOf('/'))
        const resources = Array.isArray(value['resources']) ? value['resources'].map(String) : []
        return resources
          .map(one => new URL(one, `file:///${folder}/`).pathname.slice(1))
          .filter(target => !files.has(target) && !files.has(`${target}/kustomization.yaml`))
      })
      expect(missing).toEqual([])
    })

    test('names in every Kustomization of Flux a folder that is there', async () => {
      const files = await scene.files()
      const texts = [...files].filter(([path]) => path.endsWith('.yaml') && !path.startsWith('.'))
      const paths = texts.flatMap(([, text]) =>
        [...text.matchAll(/^ +path: \.\/(\S+)$/gm)].map(([, path]) => path),
      )
      const missing = paths.filter(path => ![...files.keys()].some(file => file.startsWith(`${path}/`)))
      expect(missing).toEqual([])
    })

    test('is as it was when every command runs again, and has nothing to upgrade', async () => {
      const before = await scene.files()
      for (const line of [
        'add karpenter',
        'add kong',
        'add cilium',
        'cluster new early --env dev',
        'cluster new blue --env dev --set region=eu-west-1 --set nodes=3',
      ]) {
        expect(await scene.run(line)).toContain('is unchanged')
      }
      expect(await scene.run('init --check')).toContain('(exit 0)')
      expect(await scene.run('init --upgrade')).toContain('up to date')
      expect(await scene.files()).toEqual(before)
    })
  },
)
