import type { RepositoryFile } from '../../domain/repository/repository-schema.ts'
import type { YamlManifest } from '../write/yaml-file.ts'

/** The Secret by which Flux on a cluster reads the repository. */
export const GIT_CREDENTIALS = 'git-credentials'

/** The name of the source that every Kustomization refers to, and of the Kustomization that begins it all. */
const SYNC = 'flux-system'

/** This repository, as a source of Flux. */
function gitRepository({ git, namespaces }: RepositoryFile): YamlManifest {
  return {
    apiVersion: 'source.toolkit.fluxcd.io/v1',
    kind: 'GitRepository',
    metadata: { name: SYNC, namespace: namespaces.flux },
    spec: {
      interval: '1m',
      url: git.url,
      ref: { branch: git.branch },
      ...(git.credentials === 'none' ? {} : { secretRef: { name: GIT_CREDENTIALS } }),
    },
  }
}

/** What a Kustomization of Flux says beside its name and path. */
interface Kustomizing {
  readonly name: string
  readonly path: string
  readonly spec?: YamlManifest
  readonly labels?: Readonly<Record<string, string>>
}

/** A Kustomization of Flux over a folder of this repository. */
export function fluxKustomization(
  { namespaces }: RepositoryFile,
  { name, path, spec = {}, labels }: Kustomizing,
): YamlManifest {
  return {
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name, namespace: namespaces.flux, ...(labels ? { labels } : {}) },
    spec: {
      interval: '10m',
      path: `./${path}`,
      prune: true,
      sourceRef: { kind: 'GitRepository', name: SYNC },
      ...spec,
    },
  }
}

/** What `flux bootstrap` calls gotk-sync.yaml: the source, and the folder of one cluster. */
export function syncObjects(repository: RepositoryFile, path: string): readonly YamlManifest[] {
  return [gitRepository(repository), fluxKustomization(repository, { name: SYNC, path })]
}

/** A kustomization.yaml. */
export function kustomizeFile(rest: YamlManifest): YamlManifest {
  return { apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization', ...rest }
}

/** How Flux decrypts what SOPS has encrypted; nothing where nothing is encrypted. */
export function decryption({ git }: RepositoryFile): YamlManifest {
  if (git.credentials !== 'sops') return {}
  return { decryption: { provider: 'sops', secretRef: { name: 'sops-age' } } }
}

/** A Namespace. */
export function writtenNamespace(name: string): YamlManifest {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } }
}
