import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** The folders that the tree of CONTRIBUTING.md names. A line may name several of one level. */
function listedFolders(document: string): readonly string[] {
  const [, tree = ''] = /^## The tree\n+```\n([\s\S]*?)\n```/m.exec(document) ?? []
  const above: string[] = []
  return tree.split('\n').flatMap(line => {
    const [, indent = '', names = ''] = /^( *)((?:[\w.-]+\/(?: +|$))+)/.exec(line) ?? []
    const here = names.split(/\/\s*/).filter(name => name !== '')
    if (here.length === 0) return []
    above.splice(indent.length / 2)
    const paths = here.map(name => [...above, name].join('/'))
    above.push(...here.slice(0, 1))
    return paths
  })
}

/** The folders of two levels, of `src` three; those with a dot, of installed packages and of builds are nobody's to read. */
function foldersOfTree(): readonly string[] {
  const files = ['{api,bench,charts,deploy,docs,lab,release,src,test}/**/*.*']
  const folders = globSync(files, { cwd: root, exclude: ['**/node_modules/**'] }).flatMap(file => {
    const parts = file.split('/').slice(0, -1)
    const isSource = ['src', 'lab', 'release', 'test'].includes(parts[0] ?? '')
    const depth = parts[0] === 'src' ? 3 : isSource ? 2 : 1
    return parts.slice(0, depth).map((_, index) => parts.slice(0, index + 1).join('/'))
  })
  return [...new Set(folders)].toSorted()
}

test('CONTRIBUTING.md names each folder once, and no folder that is not there', () => {
  const listed = listedFolders(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8'))
  expect(listed.toSorted()).toEqual(foldersOfTree())
})
