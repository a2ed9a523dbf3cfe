import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { SourceReadError } from '../source-read-error.ts'
import { isPublicAddress } from './public-address.ts'
import type { SourceAddress } from './source-address.ts'

/** Whom the program asks for addresses, and which of them it may talk to. */
export interface Network {
  readonly resolve: (host: string) => Promise<readonly LookupAddress[]>
  readonly allows: (ip: string) => boolean
  /** The authority to trust in place of the ones that Node trusts, PEM. */
  readonly ca?: string
}

/** The public internet, and nothing else: an address in a Git repository must not make CI read its own network. */
export const publicNetwork: Network = {
  resolve: host => lookup(host, { all: true }),
  allows: isPublicAddress,
}

/** Finds the IP addresses of a server. One that is not allowed is enough to refuse it. */
export async function checkedAddresses(
  { url, path }: SourceAddress,
  network: Network,
): Promise<readonly LookupAddress[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  const addresses = family === 0 ? await network.resolve(host) : [{ address: host, family }]

  const refused = addresses.find(({ address }) => !network.allows(address))
  if (!refused) return addresses
  const cause = `${refused.address} is not a public address; download it, and give the file`
  throw new SourceReadError('PRIVATE_ADDRESS', path, { cause, verb: 'fetch' })
}

/** A name service that knows one answer: who asks it again cannot be told another address than the one checked. */
export function pinnedLookup(addresses: readonly LookupAddress[]): LookupFunction {
  return (host, options, callback) => {
    const [first] = addresses
    if (!first) return callback(Object.assign(new Error(`no address for ${host}`), { code: 'ENOTFOUND' }), [])
    if (options.all) return callback(null, [...addresses])
    return callback(null, first.address, first.family)
  }
}
