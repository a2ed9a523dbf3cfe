import { describe, expect, test } from 'vitest'
import { formatApplyProblem } from './apply-problem.ts'
import { CommitTree, chooseFiles, resolved } from './choose-files.ts'

type Files = Readonly<Record<string, string>>

function choose(files: Files, top: string, modes: Files = {}) {
  const tree = new CommitTree(
    Object.keys(files).map(path => ({ path, mode: modes[path] ?? '100644', id: path })),
  )
  const texts = new Map<string, string>()
  for (;;) {
    const choice = chooseFiles({ tree, top, texts })
    if (choice.unread.length === 0)
      return {
        files: choice.files.map(({ path }) => path),
        problems: choice.problems.map(formatApplyProblem),
      }
    for (const { path } of choice.unread) texts.set(path, files[path] ?? '')
  }
}

const list = (...resources: readonly string[]): string =>
  `resources:\n${resources.map(path => `  - ${path}\n`).join('')}`

describe('The manifests of a folder', () => {
  test('are all its YAML and JSON files, also in folders below; hidden ones are left out', () => {
    const files = {
      'clusters/blue/b.yaml': '',
      'clusters/blue/a/c.yml': '',
      'clusters/blue/a/d.json': '',
      'clusters/blue/README.md': '',
      'clusters/blue/.hidden.yaml': '',
      'clusters/blue/.git-like/e.yaml': '',
      'clusters/blue-green/f.yaml': '',
    }
    expect(choose(files, 'clusters/blue')).toEqual({
      files: ['clusters/blue/a/c.yml', 'clusters/blue/a/d.json', 'clusters/blue/b.yaml'],
      problems: [],
    })
  })

  test('are those that its kustomization lists, with those of other folders', () => {
    const files = {
      'clusters/blue/kustomization.yaml': list('b.yaml', 'sub', '../../base'),
      'clusters/blue/b.yaml': '',
      'clusters/blue/left-out.yaml': '',
      'clusters/blue/sub/kustomization.yml': list('./c.yaml'),
      'clusters/blue/sub/c.yaml': '',
      'base/Kustomization': list('d.yaml'),
      'base/d.yaml': '',
    }
    expect(choose(files, 'clusters/blue')).toEqual({
      files: ['clusters/blue/b.yaml', 'clusters/blue/sub/c.yaml', 'base/d.yaml'],
      problems: [],
    })
  })

  test('are those of a kustomization in a folder below', () => {
    const files = {
      'c/flux-system/kustomization.yaml': list('a.yaml'),
      'c/flux-system/a.yaml': '',
      'c/b.yaml': '',
    }
    expect(choose(files, 'c').files).toEqual(['c/b.yaml', 'c/flux-system/a.yaml'])
  })

  const refused = [
    {
      name: 'patches',
      files: { 'c/kustomization.yaml': `${list('a.yaml')}patches: []\n`, 'c/a.yaml': '' },
      want: [
        'c/kustomization.yaml:3:1: error: field "patches" needs kustomize; fitout apply reads plain lists of resources  KUSTOMIZE_NOT_PLAIN\n  fix: kustomize build c | fitout apply --cluster <name> -',
      ],
    },
    {
      name: 'a remote base',
      files: { 'c/kustomization.yaml': list('https://example.com/x?ref=v1') },
      want: [
        'c/kustomization.yaml:2:5: error: resource "https://example.com/x?ref=v1" is not in this repository; fitout apply reads plain lists of resources  KUSTOMIZE_NOT_PLAIN\n  fix: kustomize build c | fitout apply --cluster <name> -',
      ],
    },
    {
      name: 'a text in place of the list',
      files: { 'c/kustomization.yaml': 'resources: a.yaml\n', 'c/a.yaml': '' },
      want: ['c/kustomization.yaml:1:12: error: resources must be a list of files and folders  BAD_YAML'],
    },
    {
      name: 'a file that is not there',
      files: { 'c/kustomization.yaml': list('gone.yaml') },
      want: ['c/kustomization.yaml:2:5: error: resource "gone.yaml" is not in this commit  NOT_FOUND'],
    },
    {
      name: 'a way out of the repository',
      files: { 'c/kustomization.yaml': list('../../etc/passwd') },
      want: [
        'c/kustomization.yaml:2:5: error: resource "../../etc/passwd" leads out of the repository  NOT_FOUND',
      ],
    },
    {
      name: 'a folder without a kustomization',
      files: { 'c/kustomization.yaml': list('sub'), 'c/sub/a.yaml': '' },
      want: [
        'c/kustomization.yaml:2:5: error: resource "sub" is a folder without a kustomization.yaml  NOT_FOUND',
      ],
    },
    {
      name: 'a circle',
      files: { 'c/kustomization.yaml': list('../d'), 'd/kustomization.yaml': list('../c') },
      want: ['d/kustomization.yaml:2:5: error: resource "../c" lists itself  NOT_FOUND'],
    },
    {
      name: 'no YAML',
      files: { 'c/kustomization.yaml': 'a: [' },
      want: [expect.stringContaining('BAD_YAML')],
    },
  ]
  test.for(refused)('are not guessed for $name', ({ files, want }) => {
    expect(choose(files, 'c').problems).toEqual(want)
  })

  test('are no links and no submodules', () => {
    const { problems } = choose({ 'c/a.yaml': '', 'c/b.yaml': '' }, 'c', {
      'c/a.yaml': '120000',
      'c/b.yaml': '160000',
    })
    expect(problems).toEqual([
      'c/a.yaml:1:1: error: a symbolic link; only files of this repository are applied  NOT_FOUND',
      'c/b.yaml:1:1: error: a submodule; only files of this repository are applied  NOT_FOUND',
    ])
  })
})

test('A path is seen from its folder, and never leaves the repository', () => {
  const paths = ['a', './a', '../a', '../../a', '../../../a', '/a', 'x/../a', '']
  expect(paths.map(path => resolved('b/c', path))).toEqual([
    'b/c/a',
    'b/c/a',
    'b/a',
    'a',
    undefined,
    undefined,
    'b/c/a',
    'b/c',
  ])
})
