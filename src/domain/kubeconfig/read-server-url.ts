import { parseIpAddress } from '../cel/kubernetes/ip-address.ts'
import { dns1123SubdomainProblems } from '../names/dns-name.ts'

/** The address of an API server, in one spelling. */
export interface ServerUrl {
  readonly host: string
  readonly port: number
  /** Without the slash at its end; empty for most servers. */
  readonly path: string
}

const MAX_PATH_LENGTH = 1024
const DEFAULT_PORT = 443
// Anything else (credentials, query, fragment, escapes, back-slashes) is read differently by different programs.
const SHAPE = /^https:\/\/(\[[0-9a-f:.]+\]|[^/:@?#\\[\]]+)(?::([0-9]{1,5}))?(\/[A-Za-z0-9\-._~/]*)?$/i

/** Reads the address of an API server; undefined when it is not plain `https://host:port/path`. */
export function readServerUrl(text: string): ServerUrl | undefined {
  const [, given = '', digits, givenPath = ''] = SHAPE.exec(text) ?? []
  const host = given.toLowerCase()
  const port = digits === undefined ? DEFAULT_PORT : Number(digits)
  const path = givenPath.replace(/\/$/, '')
  if (!isHost(host) || port < 1 || port > 65_535 || !isPlainPath(path)) return undefined
  return { host, port, path }
}

/** Whether a name can stand in a certificate as the name of a server. */
export function isServerName(name: string): boolean {
  // A last part of digits would be read as an address, in spellings that nobody expects.
  return dns1123SubdomainProblems(name).length === 0 && !/(?:^|\.)(?:[0-9]+|0x[0-9a-f]*)$/.test(name)
}

function isHost(host: string): boolean {
  if (host.startsWith('[')) return parseIpAddress(host.slice(1, -1))?.family === 6
  return parseIpAddress(host)?.family === 4 || isServerName(host)
}

function isPlainPath(path: string): boolean {
  const steps = path.split('/').slice(1)
  return path.length <= MAX_PATH_LENGTH && steps.every(step => step !== '' && step !== '.' && step !== '..')
}
