import { readFluxOptions } from '../../domain/flux-install/read-flux-options.ts'
import type { RepositoryFile } from '../../domain/repository/repository-schema.ts'
import { writeDocuments } from '../../domain/yaml/document/join-documents.ts'
import type { FluxComponents } from '../../scaffold/init/management-tree.ts'
import type { Io } from '../io/io.ts'
import { readFluxManifests, type PackWorld } from '../pack/make-files.ts'

/** gotk-components.yaml, made of a release of Flux as `flux install --export` makes it. */
export async function writtenFluxComponents(
  { versions, namespaces }: RepositoryFile,
  source: string,
  { io, world }: { readonly io: Io; readonly world: PackWorld },
): Promise<FluxComponents> {
  const version = versions.flux.replace(/^v/, '')
  const options = readFluxOptions({ namespace: namespaces.flux })
  const objects = await readFluxManifests([source], { version, options }, { io, world })
  const head = `# Flux v${version}, as \`flux install --export\` makes it. Written by fitout: do not edit.\n`
  return { text: `${head}${writeDocuments(objects)}` }
}
