import { BlockList, isIP } from 'node:net'

type Subnet = readonly [network: string, prefix: number]

// IANA's special-purpose registry: what is there is no public server, or a way around this very list.
const special4: readonly Subnet[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

// All public IPv6 servers are in here. Loopback, private, link-local and multicast addresses, and those that carry an
// IPv4 address (mapped, NAT64), are not.
const global6: readonly Subnet[] = [['2000::', 3]]

// Teredo and 6to4 lead to the IPv4 address inside; the others are for protocols and documents.
const special6: readonly Subnet[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const refused4 = listOf(special4, 'ipv4')
const allowed6 = listOf(global6, 'ipv6')
const refused6 = listOf(special6, 'ipv6')

/** Whether an IP address is one of the public internet: not of this machine, of the network around it, or special. */
export function isPublicAddress(address: string): boolean {
  // A zone makes sense only on the network around this machine.
  if (address.includes('%')) return false
  const version = isIP(address)
  if (version === 4) return !refused4.check(address, 'ipv4')
  return version === 6 && allowed6.check(address, 'ipv6') && !refused6.check(address, 'ipv6')
}

function listOf(subnets: readonly Subnet[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const [network, prefix] of subnets) list.addSubnet(network, prefix, family)
  return list
}
