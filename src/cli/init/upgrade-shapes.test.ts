import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FleetScene } from '#test/cli/fleet-scene.ts'
import {
  readRepositoryRecord,
  repositoryRecordOf,
  writeRepositoryRecord,
} from '../../scaffold/upgrade/written-record.ts'

/** A fleet repository as an earlier Fitout wrote it: what it wrote otherwise, and what it did not write or no longer writes. */
interface Shape {
  readonly name: string
  /** The text that it wrote in the place of this one; undefined for no file. */
  readonly age: (path: string, text: string) => string | undefined
  /** Files that are no longer written, by the record that they stand in. */
  readonly former: Readonly<Record<string, Readonly<Record<string, string>>>>
}

const INIT = '.fitout/written/init.yaml'
const shapes: readonly Shape[] = [
  {
    name: 'whose CI has no plan yet',
    age: (path, text) =>
      path === '.gitlab-ci.yml' ? text.replace(/# Says in the merge request[^]*?\n\n/, '') : text,
    former: {},
  },
  {
    name: 'with shorter comments and intervals, and without encryption',
    age: (path, text) => {
      if (path === '.sops.yaml') return undefined
      const aged = text.replaceAll('interval: 10m', 'interval: 5m').replaceAll('prune: true\n', '')
      return path.endsWith('.yaml') ? aged.replace(/^#.*\n/, '# Written by fitout.\n') : aged
    },
    former: {},
  },
  {
    name: 'with other folders, a README of three lines, and a step that is gone',
    age: (path, text) => {
      if (path === 'README.md') return '# Fleet\n\nSee fitout.yaml.\n'
      if (path.endsWith('/sync.yaml'))
        return text.replace('  strategy: Reconcile\n', '  strategy: ApplyOnce\n')
      return text.replaceAll('  timeout: 10m\n', '  timeout: 3m\n  retryInterval: 1m\n')
    },
    former: {
      [INIT]: {
        'clusters/common/kustomization.yaml': 'resources: []\n',
        'infrastructure/versions.yaml': 'flux: 2.2.0\ncilium: 1.14.0\nkarpenter: 0.37.0\n',
      },
    },
  },
]

describe.each(shapes)('fitout init --upgrade of a repository $name', shape => {
  let now: ReadonlyMap<string, string>
  let old: FleetScene
  beforeAll(async () => {
    const fresh = await FleetScene.withFleet('', ['add cilium cilium.yaml', 'add karpenter'])
    now = await fresh.files()
    old = fresh
    await makeOlder(old, shape)
  })
  afterAll(() => old.close())

  test('changes a clean tree to what is written now, without a conflict, and twice is once', async () => {
    const scene = await old.copy()
    expect(await scene.run('init --check')).toMatch(/would change, 0 conflicts\n\(exit 1\)\n$/)
    expect(await scene.run('init --upgrade')).toMatch(/changed, 0 conflicts\n\(exit 0\)\n$/)
    expect(await scene.files()).toEqual(now)
    expect(await scene.run('init --upgrade')).toContain('up to date')
    expect(await scene.files()).toEqual(now)
    await scene.close()
  })

  test('loses no edit of a person, and twice is once', { timeout: 1_200_000 }, async () => {
    const before = await old.files()
    const paths = [...before.keys()].filter(path => !path.startsWith('.fitout/') && path !== 'fitout.yaml')
    await fc.assert(
      fc.asyncProperty(fc.array(editOf(paths), { minLength: 1, maxLength: 30 }), async edits => {
        const scene = await old.copy()
        try {
          const edited = await makeEdits(scene, edits)
          const said = await scene.run('init --upgrade')
          expect(said).toMatch(/\(exit [01]\)\n$/)
          const after = await scene.files()
          expect(lostEdits(edited, { before, now, after })).toEqual([])
          await scene.run('init --upgrade')
          expect(await scene.files()).toEqual(after)
        } finally {
          await scene.close()
        }
      }),
      { numRuns: process.env['FITOUT_SOAK'] ? 200 : 5 },
    )
  })
})

/** Makes a repository what an earlier Fitout would have written: its files, and its records of them. */
async function makeOlder(scene: FleetScene, { age, former }: Shape): Promise<void> {
  const all = await scene.files()
  for (const [path, text] of all) {
    const record = path.startsWith('.fitout/written/') ? readRepositoryRecord(text) : undefined
    if (!record) continue
    const aged = new Map(Object.entries(former[path] ?? {}))
    for (const [file, written] of record.files) {
      const then = 'text' in written ? age(file, written.text) : undefined
      if (then !== undefined) aged.set(file, then)
      // Commands after the first one have added lines to some, so it is not always what the record has.
      const there = age(file, all.get(file) ?? '')
      if (there === undefined) await rm(join(scene.folder, file))
      else await scene.given({ [file]: there })
    }
    await scene.given({
      [path]: writeRepositoryRecord(repositoryRecordOf(record.answers, aged)),
      ...former[path],
    })
  }
}

interface Edit {
  readonly path: string
  readonly kind: 'insert' | 'replace' | 'remove line' | 'remove file' | 'own file'
  readonly at: number
}

function editOf(paths: readonly string[]): fc.Arbitrary<Edit> {
  return fc.record({
    path: fc.constantFrom(...paths),
    kind: fc.constantFrom('insert', 'replace', 'remove line', 'remove file', 'own file'),
    at: fc.nat(60),
  })
}

/** What a person made of the files: the text of each that was touched, or nothing for one that was removed. */
type Edited = ReadonlyMap<string, string | undefined>

async function makeEdits(scene: FleetScene, edits: readonly Edit[]): Promise<Edited> {
  const edited = new Map<string, string | undefined>()
  for (const [index, { path: file, kind, at }] of edits.entries()) {
    const path = kind === 'own file' ? `${file}-${index}.txt` : file
    const text = kind === 'own file' ? '' : edited.has(path) ? edited.get(path) : await scene.read(path)
    if (text === undefined) continue
    edited.set(
      path,
      kind === 'remove file' ? undefined : changed(text, kind, { at, mark: `# person ${index}` }),
    )
  }
  for (const [path, text] of edited) {
    if (text === undefined) await rm(join(scene.folder, path))
    else await scene.given({ [path]: text })
  }
  return edited
}

function changed(text: string, kind: Edit['kind'], { at, mark }: { at: number; mark: string }): string {
  const lines = text.split('\n')
  const place = at % lines.length
  if (kind === 'insert' || kind === 'own file') return lines.toSpliced(place, 0, mark).join('\n')
  return lines.toSpliced(place, 1, ...(kind === 'replace' ? [mark] : [])).join('\n')
}

interface Trees {
  readonly before: ReadonlyMap<string, string>
  readonly now: ReadonlyMap<string, string>
  readonly after: ReadonlyMap<string, string>
}

/** The edits that are not there any more: lines of a person, removed files, and any change where Fitout changed nothing. */
function lostEdits(edited: Edited, { before, now, after }: Trees): readonly string[] {
  return [...edited].flatMap(([path, text]) => {
    const found = after.get(path)
    if (text === undefined) return found === undefined ? [] : [`${path} is there again`]
    if (found === undefined) return [`${path} is gone`]
    if (before.get(path) === now.get(path)) return found === text ? [] : [`${path} was changed`]
    const lines = new Set(found.split('\n'))
    return text.split('\n').filter(line => line.startsWith('# person') && !lines.has(line))
  })
}
