import { go } from './go.ts'

const modules = {
  clusterApi: 'sigs.k8s.io/cluster-api',
  kwok: 'sigs.k8s.io/kwok',
  karpenter: 'sigs.k8s.io/karpenter',
  'source-controller': 'github.com/fluxcd/source-controller',
  'kustomize-controller': 'github.com/fluxcd/kustomize-controller',
  'helm-controller': 'github.com/fluxcd/helm-controller',
  'notification-controller': 'github.com/fluxcd/notification-controller',
} as const

interface Module {
  readonly folder: string
  /** As in go.mod, with its `v`. */
  readonly version: string
}

/** The modules whose manifests the lab installs: read where Go keeps them, never copied into the project. */
export type Modules = Readonly<Record<keyof typeof modules, Module>>

/** Finds the modules on this machine, and downloads those that are not there. */
export async function findModules(): Promise<Modules> {
  const said = await go(['mod', 'download', '-json', ...Object.values(modules)])
  // One JSON object after the other, each closed by a brace at the start of a line.
  const found = said
    .split(/(?<=^\})\s*/m)
    .filter(text => text.trim() !== '')
    .map(text => JSON.parse(text) as { Path: string; Version: string; Dir: string })
  const entries = Object.entries(modules).map(([name, path]) => {
    const module = found.find(({ Path }) => Path === path)
    if (!module) throw new Error(`cannot find module ${path}: go did not name it`)
    return [name, { folder: module.Dir, version: module.Version }]
  })
  return Object.fromEntries(entries) as Modules
}
