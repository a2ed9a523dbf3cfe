import { isBuiltin } from 'node:module'
import { posix } from 'node:path'
import { layerFault } from './layers.ts'

/** One import: the file it stands in (seen from the root), what it names, and whether only types cross. */
export interface Import {
  readonly file: string
  readonly specifier: string
  readonly typesOnly: boolean
}

interface Arrows {
  readonly to: readonly string[]
  readonly typesOf?: readonly string[]
}

/** The folders of `src`, `console` and `release`: from which others each may import. CONTRIBUTING.md shows the same table. */
const arrows: Readonly<Record<string, Arrows>> = {
  domain: { to: [] },
  engine: { to: [] },
  controller: { to: ['domain', 'engine'] },
  kube: { to: ['domain', 'engine', 'controller'] },
  simulator: { to: ['domain', 'engine', 'controller'] },
  forge: { to: ['domain'] },
  fleet: { to: ['domain', 'engine', 'controller', 'simulator'] },
  migrate: { to: ['domain'] },
  scaffold: { to: ['domain'] },
  cli: {
    to: [
      'domain',
      'engine',
      'controller',
      'kube',
      'simulator',
      'fleet',
      'forge',
      'migrate',
      'scaffold',
      'server',
    ],
  },
  server: { to: ['domain', 'engine', 'controller', 'kube', 'simulator', 'fleet', 'forge', 'scaffold'] },
  console: { to: ['domain', 'scaffold', 'simulator'], typesOf: ['server'] },
  release: { to: ['cli'] },
}

// The first fault is the one that is shown, so the most particular advice comes first.
const faults = [
  clientOutsideKube,
  nodeInDomain,
  folderWithoutArrows,
  againstArrows,
  upwards,
  longClimb,
] as const

/** Says why this import may not stand where it stands, or undefined when it may. */
export function importFault(found: Import): string | undefined {
  for (const faultOf of faults) {
    const fault = faultOf(found)
    if (fault) return fault
  }
  return undefined
}

function clientOutsideKube({ file, specifier }: Import): string | undefined {
  if (!specifier.startsWith('@kubernetes/') || folderOf(file) === 'kube') return undefined
  return 'only src/kube talks to the Kubernetes client; give this folder a port and let src/kube implement it'
}

function nodeInDomain({ file, specifier }: Import): string | undefined {
  if (!isBuiltin(specifier) || folderOf(file) !== 'domain' || isTest(file)) return undefined
  return 'src/domain runs in the browser too; take what you need as a parameter'
}

// A new folder must not be free of the rules because nobody thought of it.
function folderWithoutArrows({ file }: Import): string | undefined {
  const folder = folderOf(file)
  if (folder === undefined || folder in arrows) return undefined
  return `give ${posix.dirname(file)} its arrows in test/rules/import-arrows.ts`
}

function againstArrows(found: Import): string | undefined {
  const folder = folderOf(found.file)
  const allowed = arrows[folder ?? '']
  const target = targetOf(found)
  if (!folder || !allowed || target === undefined) return undefined

  const there = folderOf(target) ?? posix.dirname(target).split('/')[0] ?? target
  if (there === folder || allowed.to.includes(there)) return undefined
  if (found.typesOnly && allowed.typesOf?.includes(there)) return undefined
  // What the tests of several folders share (builders, contract suites) lives in test/.
  if (isTest(found.file) && there === 'test') return undefined
  // Name and version of the product are written down once.
  if (target === 'package.json' && folder !== 'domain') return undefined
  return `${folder} may import from ${listed(allowed)}; not from ${there}`
}

// Tests may look at what uses their subject: they are not what others build on.
function upwards(found: Import): string | undefined {
  const folder = folderOf(found.file)
  const target = targetOf(found)
  if (!folder || target === undefined || isTest(found.file) || folderOf(target) !== folder) return undefined
  return layerFault(folder, found.file, target)
}

function longClimb({ file, specifier }: Pick<Import, 'file' | 'specifier'>): string | undefined {
  // The console is a package of its own: its way to src is as long as its folders are deep.
  if (!specifier.startsWith('../../../') || folderOf(file) === 'console') return undefined
  // There is nothing to move closer.
  if (targetOf({ file, specifier }) === 'package.json') return undefined
  return 'climb at most two folders; move the code closer to its user'
}

/** The file a relative import leads to, seen from the root; undefined for a package. */
function targetOf({ file, specifier }: Pick<Import, 'file' | 'specifier'>): string | undefined {
  // How tests in src name what tests share, however deep they are: see "imports" in package.json.
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (!specifier.startsWith('.')) return undefined
  return posix.join(posix.dirname(file), specifier)
}

/** The folder whose arrows hold for a path; undefined outside `src`, `console` and `release`. */
function folderOf(path: string): string | undefined {
  const [top, folder, ...rest] = path.split('/')
  if (top === 'console' || top === 'release') return top
  if (top !== 'src') return undefined
  return rest.length > 0 ? folder : 'src'
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file)
}

function listed({ to, typesOf = [] }: Arrows): string {
  return ['itself', ...to, ...typesOf.map(folder => `${folder} (types)`)].join(', ')
}
