import { isFields } from '../../domain/object/fields.ts'
import { readDocuments } from '../../domain/yaml/document/read-documents.ts'
import { YamlError } from '../../domain/yaml/yaml-error.ts'
import { Refusal } from '../command/refusal.ts'

const TYPE = 'addons.cluster.x-k8s.io/resource-set'

/** Refuses a file of credentials that SOPS has not encrypted, or that no ClusterResourceSet takes. Its values are never shown. */
export function checkCredentials(text: string, path: string, name: string): void {
  const objects = objectsOf(text, path)
  const [secret] = objects
  if (objects.length !== 1 || secret?.['kind'] !== 'Secret') throw refuse(path, 'it must hold one Secret')
  const metadata = isFields(secret['metadata']) ? secret['metadata'] : {}
  if (metadata['name'] !== name) throw refuse(path, `its Secret must be called ${name}`)
  if (secret['type'] !== TYPE)
    throw refuse(path, `its Secret must have the type ${TYPE}, which is all that a ClusterResourceSet takes`)
  const values = [secret['data'], secret['stringData']].flatMap(part =>
    isFields(part) ? Object.values(part) : [],
  )
  const isEncrypted = isFields(secret['sops']) && values.length > 0 && values.every(isCipher)
  if (!isEncrypted) {
    throw new Refusal(`${path} is not encrypted: everyone with access to the repository could read it`, {
      fix: 'encrypt it with SOPS before it is committed, and replace the token if it was committed before',
      hint: `sops encrypt --in-place ${path}`,
    })
  }
}

function isCipher(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('ENC[')
}

function objectsOf(text: string, path: string): readonly Readonly<Record<string, unknown>>[] {
  try {
    return readDocuments(text).map(({ value }) => value)
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    throw new Refusal(`${path}:${error.line}:${error.column}: ${error.reason}`, { exitCode: 2 })
  }
}

function refuse(path: string, cause: string): Refusal {
  return new Refusal(`cannot use ${path}: ${cause}`, { exitCode: 2 })
}
