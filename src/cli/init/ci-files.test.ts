import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FleetScene } from '#test/cli/fleet-scene.ts'
import { PATTERNS } from '../../domain/repository/repository-choices.ts'
import { isFields, textsIn } from '../../domain/object/fields.ts'
import { readGoYaml } from '../../domain/yaml/read-go-yaml.ts'

const combinations = PATTERNS.flatMap(pattern =>
  (['gitlab', 'github'] as const).map(forge => ({ pattern, forge })),
)
// Flux itself, which the others need with pattern crs, comes from files that only the lab has.
const addOns = (pattern: string): readonly string[] =>
  pattern === 'crs'
    ? ['add cilium cilium.yaml']
    : ['add cilium cilium.yaml', 'add karpenter', 'add external-dns']

test.for(combinations)(
  'What CI checks with $forge is green for a new fleet with pattern $pattern',
  async ({ pattern, forge }) => {
    const scene = await FleetScene.withFleet(`--pattern ${pattern} --forge ${forge}`, addOns(pattern))
    try {
      const lines = await scene.checksOfCi(forge)
      const simulations = pattern === 'crs' ? ['simulate'] : []
      expect(lines.map(line => line.split(' ')[0])).toEqual([
        'init',
        'lint',
        'cluster',
        'pack',
        ...simulations,
      ])
      for (const line of lines) expect(await scene.run(line)).toMatch(/\(exit 0\)\n$/)
    } finally {
      await scene.close()
    }
  },
)

test.for([
  { forge: 'gitlab', shared: '.gitlab/ci/apply.yml', own: (name: string) => `.gitlab/ci/apply-${name}.yml` },
  {
    forge: 'github',
    shared: '.github/workflows/apply.yaml',
    own: (name: string) => `.github/workflows/apply-${name}.yaml`,
  },
])('With pattern flux-cli, CI of $forge has a job for each cluster', async ({ forge, shared, own }) => {
  const scene = await FleetScene.withFleet(`--pattern flux-cli --forge ${forge}`, addOns('flux-cli'))
  try {
    const paths = [...(await scene.files())].map(([path]) => path).filter(path => path.includes('/apply'))
    expect(paths.toSorted()).toEqual([...['blue', 'early', 'green'].map(own), shared].toSorted())
    const texts = await Promise.all([shared, own('blue')].map(path => scene.read(path)))
    await expect(texts.join('\n')).toMatchFileSnapshot(`../../../test/golden/fleet/ci-apply-${forge}.txt`)
  } finally {
    await scene.close()
  }
})

describe('The scheduled job of GitLab', () => {
  let scene: FleetScene
  let bin: string
  beforeEach(async () => {
    scene = await FleetScene.withFleet('', ['add cilium cilium.yaml'])
    bin = await mkdtemp(join(tmpdir(), 'fitout-bin-'))
    const program = join(bin, 'fitout')
    await writeFile(program, `#!/bin/sh\nexec '${process.execPath}' '${resolve('src/cli/main.ts')}' "$@"\n`)
    await chmod(program, 0o755)
    await scene.program('git', 'init', '--quiet', '--initial-branch=main')
    await scene.program('git', 'init', '--quiet', '--bare', join(bin, 'origin.git'))
    await scene.program(
      'git',
      `--git-dir=${join(bin, 'origin.git')}`,
      'config',
      'receive.advertisePushOptions',
      'true',
    )
    await commit('a fleet')
  })
  afterEach(async () => {
    await scene.close()
    await rm(bin, { recursive: true })
  })

  test('pushes nothing while there is nothing to upgrade', async () => {
    await upgrade()
    expect(await pushed('branch')).toBe('')
  })

  test('pushes a branch with every file that the newest fitout writes, new ones too', async () => {
    const text = await scene.read('fitout.yaml')
    await scene.given({ 'fitout.yaml': text.replace(/^environments:\n/m, 'environments:\n  stage: {}\n') })
    await commit('one more environment')
    await upgrade()
    expect(await pushed('ls-tree', '-r', '--name-only', 'fitout/upgrade')).toMatch(/\/stage\//)
    expect(await scene.program('git', 'status', '--porcelain')).toBe('')
    expect(await scene.run('init --check')).toMatch(/\(exit 0\)\n$/)
  })

  async function commit(message: string): Promise<void> {
    await scene.program('git', 'add', '--all')
    const person = ['-c', 'user.name=somebody', '-c', 'user.email=somebody@example.com']
    await scene.program('git', ...person, 'commit', '--quiet', '--message', message)
  }

  // As a runner does it, without what only a network can give.
  async function upgrade(): Promise<void> {
    const file = readGoYaml(await scene.read('.gitlab-ci.yml'))
    const job = isFields(file) ? file['upgrade'] : undefined
    const lines = isFields(job) ? textsIn(job, 'script').filter(line => !line.startsWith('npm ')) : []
    const script = lines.join('\n').replace(/"https:[^"]*"/, `'${join(bin, 'origin.git')}'`)
    expect(script).not.toContain('https:')
    await scene.program(
      'bash',
      '-euo',
      'pipefail',
      '-c',
      `export PATH='${bin}':"$PATH" CI_SERVER_HOST=example.com\n${script}`,
    )
  }

  function pushed(...args: readonly string[]): Promise<string> {
    return scene.program('git', `--git-dir=${join(bin, 'origin.git')}`, ...args)
  }
})
