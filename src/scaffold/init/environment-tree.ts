import { API_VERSION, names } from '../../domain/api/api-names.ts'
import type { RepositoryFile } from '../../domain/repository/repository-schema.ts'
import { kustomizeFile, writtenNamespace } from '../flux/flux-objects.ts'
import { CAPI, CLASSES, environmentNamespace, PACKS_FOLDER, PLANS, WORKLOADS } from '../places.ts'
import { joinTrees, type RepositoryTree } from '../tree.ts'
import { commented, yamlFile } from '../write/yaml-file.ts'

/** What a management cluster needs for the Clusters of all environments: namespaces, classes, packs, the plan. */
export function infrastructureTree(repository: RepositoryFile): RepositoryTree {
  const { pattern, layout, environments, profile } = repository
  const base = layout === 'helm' ? WORKLOADS : `${WORKLOADS}/base`
  return joinTrees(
    ...Object.keys(environments).map(name => environmentTree(repository, name)),
    new Map([
      [`${PLANS}/${profile}.yaml`, planFile(profile)],
      listFile(PLANS, 'Fitouts: the add-ons of a cluster, and their order.', [`${profile}.yaml`]),
      listFile(
        CLASSES,
        'ClusterClasses and their templates. Put files here, and list them; `fitout cluster new` lists the file of a class.',
        [],
      ),
      listFile(PACKS_FOLDER, 'Packs, made by `fitout pack` and listed by `fitout add`.', []),
    ]),
    pattern === 'crs'
      ? new Map([
          listFile('infrastructure/sources', 'Where Flux finds charts. `fitout add` lists them.', []),
          listFile(base, 'Add-ons of every cluster that Flux installs. `fitout add` lists them.', [
            layout === 'helm' ? '../sources' : '../../sources',
          ]),
          listFile('tenants', 'What teams run on every cluster. Put folders here, and list them.', []),
        ])
      : new Map(),
    pattern === 'flux-operator'
      ? new Map(
          Object.keys(environments).map(name =>
            listFile(`clusters/${name}`, `Add-ons of the clusters of ${name}.`, []),
          ),
        )
      : new Map(),
  )
}

function environmentTree(repository: RepositoryFile, name: string): RepositoryTree {
  const namespace = environmentNamespace(repository, name)
  const kustomization = commented(
    kustomizeFile({
      namespace,
      resources: ['namespace.yaml', '../../classes', '../../fitout', '../../../packs'],
    }),
    [
      {
        at: ['namespace'],
        words:
          'Everything here goes into this namespace: Fitouts, classes and packs are for Clusters in the same namespace.',
      },
      { at: ['resources'], words: '`fitout cluster new` adds the folders of clusters.' },
    ],
  )
  return new Map([
    [`${CAPI}/${name}/namespace.yaml`, yamlFile(`The Clusters of ${name}.`, [writtenNamespace(namespace)])],
    [
      `${CAPI}/${name}/kustomization.yaml`,
      yamlFile(`Environment ${name} on its management cluster.`, [kustomization]),
    ],
  ])
}

function planFile(profile: string): string {
  const plan = commented(
    {
      apiVersion: API_VERSION,
      kind: 'Fitout',
      metadata: { name: profile },
      spec: {
        clusterSelector: { matchLabels: { [names.profileLabel]: profile } },
        steps: [{ name: 'api', proof: { preset: 'api' } }],
      },
    },
    [
      {
        at: ['spec', 'clusterSelector'],
        words: 'Clusters with this label, in the namespace of this Fitout.',
      },
      {
        at: ['spec', 'steps'],
        words: 'In this order. `fitout add` inserts the step of an add-on at the right place.',
      },
    ],
  )
  return yamlFile('The add-ons of a cluster: their order, and their proofs.', [plan])
}

function listFile(folder: string, words: string, resources: readonly string[]): readonly [string, string] {
  return [`${folder}/kustomization.yaml`, yamlFile(words, [kustomizeFile({ resources })])]
}
