import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FleetScene } from '#test/cli/fleet-scene.ts'
import { commitAll, planScene, replaceIn } from '#test/cli/plan-scene.ts'
import { LAYOUTS, PATTERNS } from '../../domain/repository/repository-choices.ts'

const combinations = PATTERNS.flatMap(pattern => LAYOUTS.map(layout => ({ pattern, layout })))

/** Merge requests that make sense with every pattern. */
const changes: readonly { readonly name: string; readonly make: (scene: FleetScene) => Promise<void> }[] = [
  { name: 'Nothing', make: async () => undefined },
  {
    name: 'An image of a pack',
    make: scene =>
      replaceIn(scene, /configmap-cilium\.yaml$/, [/cilium\/cilium:v1\.20\.2/, 'cilium/cilium:v1.20.3']),
  },
  {
    name: 'The version of a chart',
    make: scene =>
      replaceIn(scene, /metrics-server.*\.yaml$|metrics-server\/.*yaml$/, [/3\.13\.1/, '3.14.0']),
  },
  {
    name: 'The Kubernetes of one cluster',
    make: scene => replaceIn(scene, /prod\/green\/cluster\.yaml$/, ['v1.35.4', 'v1.36.1']),
  },
  {
    name: 'A cluster less',
    make: async scene => {
      const files = [...(await scene.files()).keys()].filter(
        path => /(?:^|\/)green\//.test(path) && !path.startsWith('.git/'),
      )
      for (const path of files) await rm(join(scene.folder, path))
      await replaceIn(scene, /prod\/kustomization\.yaml$/, ['- green\n', ''])
    },
  },
  {
    name: 'A cluster more',
    make: async scene => {
      expect(await scene.run('cluster new red --env dev --set region=eu-west-1')).toContain('(exit 0)')
    },
  },
  {
    name: 'Comments and style',
    make: scene => replaceIn(scene, /cluster\.yaml$/, ['spec:\n', 'spec: # all of it\n']),
  },
]

describe.each(combinations)('The plan with pattern $pattern and layout $layout', ({ pattern, layout }) => {
  let scene: FleetScene
  beforeAll(async () => void (scene = await planScene(pattern, layout)))
  afterAll(() => scene.close())

  test('says what each change does', async () => {
    const said: string[] = []
    for (const { name, make } of changes) {
      await make(scene)
      said.push(`==> ${name}\n${await scene.run('plan')}`)
      await scene.program('git', 'reset', '--quiet', '--hard')
      await scene.program('git', 'clean', '--quiet', '--force', '-d')
    }
    const text = said.join('\n')
    await expect(text).toMatchFileSnapshot(`../../../test/golden/plan/${pattern}-${layout}.txt`)
  })
})

describe('A plan as a document', () => {
  let scene: FleetScene
  beforeAll(async () => {
    scene = await planScene('crs')
    await replaceIn(scene, /configmap-cilium\.yaml$/, [/:v1\.20\.2/g, ':v1.20.3'])
    await replaceIn(scene, /workload-clusters\/karpenter\/helm-release\.yaml$/, [
      'dnsPolicy: Default',
      'logLevel: debug\n    apiToken: CANARY',
    ])
    await rm(join(scene.folder, 'infrastructure/workload-clusters/metrics-server'), { recursive: true })
    await replaceIn(scene, /workload-clusters\/kustomization\.yaml$/, ['- metrics-server\n', ''])
    await commitAll(scene, 'three changes')
  })
  afterAll(() => scene.close())

  test.for(['json', 'md'])('is what is written down: %s', async form => {
    const said = (await scene.run(`plan HEAD~1..HEAD -o ${form}`)).replaceAll(/\b[0-9a-f]{9}\b/g, '<commit>')
    expect(said).not.toContain('CANARY')
    await expect(said).toMatchFileSnapshot(`../../../test/golden/plan/changes-${form}.txt`)
  })
})
