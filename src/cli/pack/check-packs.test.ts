import { cp, mkdir, rename, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { filesInRecord } from '../../domain/pack/read-pack.ts'
import { type Disk, realDisk } from '../folder/disk.ts'
import { replaceFolder } from '../folder/replace-folder.ts'
import { namespace, object, PackScene } from '#test/cli/pack-scene.ts'

const golden = (name: string) => `../../../test/golden/pack/${name}.txt`
const packs = 'infrastructure/packs'

let scene: PackScene
beforeEach(async () => {
  scene = await PackScene.open()
  await scene.given({ 'a.yaml': object('ConfigMap', 'a'), 'b.yaml': object('ConfigMap', 'b') })
})
afterEach(() => scene.close())

/** Leaves the pack as a run does that dies between the two renames. */
async function die(name: string): Promise<void> {
  const marker = { name: 'pack.yaml', filesOf: filesInRecord }
  const target = { path: name, location: join(scene.folder, packs, name) }
  let renames = 0
  const disk: Disk = {
    ...realDisk,
    renameSync(...paths: Parameters<Disk['renameSync']>) {
      renames += 1
      if (renames > 1) throw new Error('killed')
      realDisk.renameSync(...paths)
    },
  }
  await expect(replaceFolder(target, new Map([['pack.yaml', 'new']]), { marker, disk })).rejects.toThrow(
    'killed',
  )
}

describe('Without a name, --check', () => {
  test('brings back a pack that an interrupted run has left beside its place', async () => {
    await scene.run('pack one a.yaml')
    await scene.run('pack two b.yaml')
    await die('one')
    await expect(scene.read(`${packs}/one/pack.yaml`)).rejects.toThrow('ENOENT')
    expect(await scene.run('pack --check')).toBe(
      '$ fitout pack --check\ninfrastructure/packs/one matches its sources\ninfrastructure/packs/two matches its sources\n(exit 0)\n',
    )
  })

  test('names what cannot be checked, fails, and still checks the others', async () => {
    await scene.run('pack four a.yaml')
    await scene.run('pack two b.yaml')
    await scene.given({
      [`${packs}/one/README.md`]: 'soon\n',
      [`${packs}/three/pack.yaml`]: 'kind: Pack\nmetadata: {name: [1]}\n',
      'b.yaml': object('ConfigMap', 'c'),
    })
    await expect(await scene.run('pack --check')).toMatchFileSnapshot(golden('check-all'))
    await expect(await scene.run('pack --check -o json')).toMatchFileSnapshot(golden('check-all-json'))
  })

  test('follows a link to a pack', async () => {
    await scene.run('pack one a.yaml --out far/one')
    await mkdir(join(scene.folder, packs), { recursive: true })
    await symlink('../../far/one', join(scene.folder, packs, 'one'))
    expect(await scene.run('pack --check')).toContain(`${packs}/one matches its sources`)
  })

  test('refuses two packs with the same objects for the management cluster', async () => {
    await scene.given({ 'a.yaml': `${namespace}---\n${object('ConfigMap', 'a')}` })
    await scene.run('pack one a.yaml')
    await cp(join(scene.folder, packs, 'one'), join(scene.folder, packs, 'copy'), { recursive: true })
    await expect(await scene.run('pack --check')).toMatchFileSnapshot(golden('check-copy'))
  })

  test('lets packs be called what parts of others are called', async () => {
    await scene.given({
      'many.yaml': ['api', '2', 'namespaces']
        .map(component =>
          object('ConfigMap', `of-${component}`, `  labels: {app.kubernetes.io/component: "${component}"}\n`),
        )
        .join('---\n'),
    })
    for (const name of ['web', 'web-api', 'web-2', 'web-namespaces'])
      await scene.run(`pack ${name} many.yaml`)
    expect(await scene.run('pack --check')).toContain('(exit 0)')
  })

  test('looks at the packs in the folder of each namespace, among other packs', async () => {
    await scene.run('pack cni a.yaml -n prod --out infrastructure/packs/prod/cni')
    await scene.run('pack cni a.yaml -n dev --out infrastructure/packs/dev/cni')
    await scene.run('pack ingress b.yaml -n dev --out infrastructure/packs/dev/ingress')
    await scene.run('pack web b.yaml')
    await scene.given({ [`${packs}/prod/kustomization.yaml`]: 'resources: [cni]\n' })
    expect(await scene.run('pack --check')).toBe(
      `$ fitout pack --check
infrastructure/packs/dev/cni matches its sources
infrastructure/packs/dev/ingress matches its sources
infrastructure/packs/prod/cni matches its sources
infrastructure/packs/web matches its sources
(exit 0)
`,
    )
    await scene.given({ 'a.yaml': object('ConfigMap', 'other') })
    expect(await scene.run('pack --check')).toContain(
      'try: fitout pack --out infrastructure/packs/dev/cni --diff\n',
    )
  })

  test('brings back a pack in the folder of a namespace, too', async () => {
    await scene.run('pack cni a.yaml -n prod --out infrastructure/packs/prod/cni')
    await die('prod/cni')
    expect(await scene.run('pack --check')).toContain(`${packs}/prod/cni matches its sources\n(exit 0)`)
  })

  test('does not walk through a link to a folder of packs, which may lead to itself', async () => {
    await scene.run('pack one a.yaml')
    await symlink('.', join(scene.folder, packs, 'loop'))
    expect(await scene.run('pack --check')).toContain(
      'cannot read infrastructure/packs/loop: it contains loop, which is not part of a pack',
    )
  })

  test('says so where there is no pack', async () => {
    expect(await scene.run('pack --check')).toContain('there is no pack in infrastructure/packs')
    expect(await scene.run('pack --diff')).toContain('there is no pack in infrastructure/packs')
  })
})

describe('A folder as a source', () => {
  test('is read again as a folder: files that come and go are noticed', async () => {
    await scene.given({ 'm/a.yaml': object('ConfigMap', 'a') })
    await scene.run('pack web m b.yaml')
    expect(await scene.run('pack web --check')).toContain('matches its sources')
    await scene.given({ 'm/new.yaml': object('ConfigMap', 'new') })
    expect(await scene.run('pack web --check')).toContain('differs from its sources')
    expect(await scene.run('pack web --diff')).toContain('+ ConfigMap web/new')
    await scene.run('pack web')
    expect(await scene.run('pack web --check')).toContain('matches its sources')
    await rename(join(scene.folder, 'm/new.yaml'), join(scene.folder, 'new.yaml'))
    expect(await scene.run('pack web --diff')).toContain('- ConfigMap web/new')
  })

  const typed = ['m', './m', 'm/', '.', '@', '@/m', '@/m/a.yaml']
  test.each(typed)('gives the same record when it is made again: %s', async word => {
    await scene.given({ 'm/a.yaml': object('ConfigMap', 'c') })
    await scene.run(
      `pack web ${word.replace('@', scene.folder)} --out ../${scene.folder.split('/').at(-1)}-out`,
    )
    const out = `../${scene.folder.split('/').at(-1)}-out`
    expect(await scene.run(`pack web --check --out ${out}`)).toContain('matches its sources')
  })
})

describe('What to try next', () => {
  test.each([
    ['pack one --check', 'try: fitout pack one --diff\n'],
    ['pack --check', 'try: fitout pack one --diff\n'],
    [
      'pack one --check --out infrastructure/packs/one',
      'try: fitout pack one --out infrastructure/packs/one --diff\n',
    ],
    [
      'pack --check --out infrastructure/packs/one',
      'try: fitout pack --out infrastructure/packs/one --diff\n',
    ],
    ['pack one a.yaml --check', 'fix: use --diff instead of --check to see what changes\n'],
  ])('after %s', async (line, want) => {
    await scene.run('pack one a.yaml')
    await scene.given({ 'a.yaml': object('ConfigMap', 'other') })
    expect(await scene.run(line)).toContain(want)
  })

  test('names the folder of a pack that does not have its name', async () => {
    await scene.run('pack one a.yaml --out infrastructure/packs/first')
    await scene.given({ 'a.yaml': object('ConfigMap', 'other') })
    expect(await scene.run('pack --check')).toContain(
      'try: fitout pack --out infrastructure/packs/first --diff\n',
    )
  })
})
