import { readDocuments } from '../yaml/document/read-documents.ts'
import { locatorOf } from '../yaml/locate.ts'
import type { YamlPath } from '../yaml/node/node-at.ts'
import { positionAt } from '../yaml/position.ts'
import { readStrictYaml } from '../yaml/read-go-yaml.ts'
import { YamlError } from '../yaml/yaml-error.ts'
import type { YamlValue } from '../yaml/yaml-value.ts'
import { chooseEntries } from './choose-entries.ts'
import { KubeconfigError, type KubeconfigErrorCode } from './kubeconfig-error.ts'
import { KubeconfigFields, type Refuse } from './kubeconfig-fields.ts'
import { readAuth, type ClusterAuth } from './read-auth.ts'
import { readEndpoint } from './read-endpoint.ts'

/** How to reach a workload cluster, and as whom. All of it is a secret but for `server`. */
export interface ClusterAccess {
  /** `https://host:port/path`, in one spelling. */
  readonly server: string
  /** The certificates that the server's must come from, PEM. */
  readonly caData: string
  /** The name that the server's certificate must have, where it is not that of the host. */
  readonly serverName?: string
  readonly auth: ClusterAuth
}

/** Room for a hundred certificates. A Secret may hold more, but reading it would take its time from all other clusters. */
const MAX_LENGTH = 256 * 1024

/**
 * Reads a kubeconfig that came out of a Secret, or throws a KubeconfigError.
 *
 * Whoever may write that Secret must not be able to run a program here, read a file, turn a check off or send
 * Fitout elsewhere. So only an https server, its authority and plain credentials are taken; all else is refused.
 */
export function parseKubeconfig(text: string): ClusterAccess {
  return parseContext(text).access
}

/** What the current context of a kubeconfig leads to, and its names. */
export interface KubeconfigContext {
  readonly name: string
  readonly namespace: string | undefined
  readonly access: ClusterAccess
}

/** Reads the same with the names of its context. */
export function parseContext(text: string): KubeconfigContext {
  if (text.length > MAX_LENGTH) {
    throw new KubeconfigError('TOO_LARGE', `longer than ${MAX_LENGTH} characters`, positionAt(text, 0))
  }
  const refuse = refuserOf(text)
  const { cluster, user, ...names } = chooseEntries(new KubeconfigFields(readMapping(text), [], refuse))
  return { ...names, access: { ...readEndpoint(cluster), auth: readAuth(user) } }
}

function readMapping(text: string): YamlValue {
  const objects = readYaml(text)
  const [first, second] = objects
  if (!first) throw new KubeconfigError('NOT_A_KUBECONFIG', 'it is empty', positionAt(text, 0))
  if (second) {
    const place = positionAt(text, second.document.start)
    throw new KubeconfigError('NOT_A_KUBECONFIG', 'a second document', place)
  }
  return first.value
}

function readYaml(text: string): ReturnType<typeof readDocuments> {
  try {
    return readDocuments(text, readStrictYaml)
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    // The reader's own words may quote the text; its code does not.
    throw new KubeconfigError('NOT_YAML', `not valid YAML (${error.code})`, error)
  }
}

function refuserOf(text: string): Refuse {
  return (code: KubeconfigErrorCode, path: YamlPath, reason: string): never => {
    const locate = locatorOf(text)
    for (let length = path.length; length >= 0; length--) {
      const place = locate(path.slice(0, length), length === path.length ? 'key' : 'value')
      if (place) throw new KubeconfigError(code, reason, place)
    }
    throw new KubeconfigError(code, reason, positionAt(text, 0))
  }
}
