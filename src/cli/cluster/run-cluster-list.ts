import { names } from '../../domain/api/api-names.ts'
import { isFields } from '../../domain/object/fields.ts'
import { readDocuments } from '../../domain/yaml/document/read-documents.ts'
import { YamlError } from '../../domain/yaml/yaml-error.ts'
import { CAPI, capiFolder, environmentNamespace } from '../../scaffold/places.ts'
import type { ExitCode } from '../command/exit-code.ts'
import { Refusal } from '../command/refusal.ts'
import { plainTable } from '../fleet/table.ts'
import { yamlDocument } from '../../domain/yaml/write/yaml-document.ts'
import type { Io } from '../io/io.ts'
import { jsonDocument } from '../io/json-document.ts'
import { refusalOf } from '../pack/for-each-pack.ts'
import { findRepository, type FoundRepository } from '../repository/find-repository.ts'
import { namesIn } from '../repository/records.ts'
import { readTextFile } from '../repository/write-files.ts'
import { fileIn } from '../repository/file-in.ts'

interface ListFlags {
  readonly env: string | undefined
  readonly output: string
}

/** A cluster as its file describes it. */
interface ListedCluster {
  readonly environment: string
  readonly namespace: string
  readonly name: string
  readonly class: string | undefined
  readonly kubernetes: string | undefined
  readonly profile: string | undefined
  readonly folder: string
}

/** Lists the clusters of the repository: every folder with a Cluster in it, whoever wrote it. */
export async function runClusterList({ env, output }: ListFlags, io: Io): Promise<ExitCode> {
  try {
    const found = findRepository(io)
    const environments = Object.keys(found.repository.environments)
    if (env !== undefined && !environments.includes(env)) {
      throw new Refusal(
        `there is no environment ${JSON.stringify(env)} in fitout.yaml: there are ${environments.join(', ')}`,
        { exitCode: 2 },
      )
    }
    const clusters = (env === undefined ? environments : [env]).flatMap(one => clustersIn(found, one))
    show(clusters, output, io)
    return 0
  } catch (error) {
    throw refusalOf(error) ?? error
  }
}

function clustersIn(found: FoundRepository, environment: string): readonly ListedCluster[] {
  return namesIn(found.root, `${CAPI}/${environment}`).flatMap(name => clusterAt(found, environment, name))
}

function clusterAt(
  { root, repository }: FoundRepository,
  environment: string,
  folder: string,
): readonly ListedCluster[] {
  const path = `${capiFolder({ environment, name: folder })}/cluster.yaml`
  const text = readTextFile(root, path)
  if (text === undefined) return []
  return clusterObjects(text, fileIn(root, path).path).map(object => {
    const [metadata, spec] = [fields(object['metadata']), fields(object['spec'])]
    const topology = fields(spec['topology'])
    return {
      environment,
      namespace: environmentNamespace(repository, environment),
      name: textOf(metadata['name']) ?? folder,
      // The field of v1beta1 was a name, that of v1beta2 is a reference.
      class: textOf(fields(topology['classRef'])['name']) ?? textOf(topology['class']),
      kubernetes: textOf(topology['version']),
      profile: textOf(fields(metadata['labels'])[names.profileLabel]),
      folder: capiFolder({ environment, name: folder }),
    }
  })
}

function clusterObjects(text: string, path: string): readonly Readonly<Record<string, unknown>>[] {
  try {
    return readDocuments(text)
      .map(({ value }) => value)
      .filter(({ kind }) => kind === 'Cluster')
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    throw new Refusal(`${path}:${error.line}:${error.column}: ${error.reason}`, { exitCode: 2 })
  }
}

function show(clusters: readonly ListedCluster[], output: string, io: Io): void {
  if (output === 'json' || output === 'yaml') {
    const json = jsonDocument('ClusterList', { clusters })
    io.write(output === 'json' ? json : yamlDocument(json))
    return
  }
  if (output === 'name') {
    for (const { namespace, name } of clusters) io.write(`${namespace}/${name}\n`)
    return
  }
  if (clusters.length === 0) {
    io.say('there is no cluster yet')
    return
  }
  const isWide = output === 'wide'
  const head = [
    'ENVIRONMENT',
    'NAME',
    'CLASS',
    'KUBERNETES',
    'PROFILE',
    ...(isWide ? ['NAMESPACE', 'FOLDER'] : []),
  ]
  const rows = clusters.map(cluster => [
    cluster.environment,
    cluster.name,
    cluster.class ?? '-',
    cluster.kubernetes ?? '-',
    cluster.profile ?? '-',
    ...(isWide ? [cluster.namespace, cluster.folder] : []),
  ])
  io.write(plainTable([head, ...rows]))
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
  return isFields(value) ? value : {}
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
