import {
  overloaded,
  single,
  string,
  type Apply,
  type FunctionBinding,
  type Overload,
} from '../plan/binding.ts'
import { Fault, NO_SUCH_OVERLOAD, type CelValue, type CelOutcome } from '../value/cel-value.ts'
import { formatIpAddress, type IpAddress } from './ip-address.ts'
import { CelCidr, CelIp, cidrType, ipType, readCidr, readIp } from './net-types.ts'

/** IP addresses and networks. */
export const ipFunctions: readonly (readonly [string, FunctionBinding])[] = [
  overloaded('ip', [
    { args: [string], apply: ofText(readIp) },
    { args: [cidrType], apply: ofCidr(({ address }) => new CelIp(address)) },
  ]),
  single('isIP', { args: [string], apply: ofText(text => !(readIp(text) instanceof Fault)) }),
  single('ip.isCanonical', { args: [string], apply: ofText(isCanonical) }),
  single('family', { args: [ipType], apply: ofIp(({ family }) => BigInt(family)) }),
  single('isUnspecified', { args: [ipType], apply: ofIp(({ bits }) => bits === 0n) }),
  single('isLoopback', { args: [ipType], apply: ofIp(isLoopback) }),
  single('isLinkLocalMulticast', { args: [ipType], apply: ofIp(isLinkLocalMulticast) }),
  single('isLinkLocalUnicast', { args: [ipType], apply: ofIp(isLinkLocalUnicast) }),
  single('isGlobalUnicast', { args: [ipType], apply: ofIp(isGlobalUnicast) }),
  single('cidr', { args: [string], apply: ofText(readCidr) }),
  single('isCIDR', { args: [string], apply: ofText(text => !(readCidr(text) instanceof Fault)) }),
  single('prefixLength', { args: [cidrType], apply: ofCidr(({ prefixLength }) => BigInt(prefixLength)) }),
  single('masked', { args: [cidrType], apply: ofCidr(cidr => cidr.masked()) }),
  overloaded('containsIP', [
    { args: [cidrType, string], apply: containsIp },
    { args: [cidrType, ipType], apply: containsIp },
  ]),
  overloaded('containsCIDR', [
    { args: [cidrType, string], apply: containsCidr },
    { args: [cidrType, cidrType], apply: containsCidr },
  ]),
]

/** What `string()` does with addresses and networks. */
export const ipToString: readonly Overload[] = [ipType, cidrType].map(type => ({
  args: [type],
  apply: ([value]) =>
    value instanceof CelIp || value instanceof CelCidr ? value.toString() : new Fault(NO_SUCH_OVERLOAD),
}))

function ofText(convert: (text: string) => CelOutcome): Apply {
  return ([text], meter) => {
    if (typeof text !== 'string') return new Fault(NO_SUCH_OVERLOAD)
    meter.chargeText(text.length)
    return convert(text)
  }
}

function ofIp(part: (address: IpAddress) => CelOutcome): Apply {
  return ([ip]) => (ip instanceof CelIp ? part(ip.address) : new Fault(NO_SUCH_OVERLOAD))
}

function ofCidr(part: (cidr: CelCidr) => CelOutcome): Apply {
  return ([cidr]) => (cidr instanceof CelCidr ? part(cidr) : new Fault(NO_SUCH_OVERLOAD))
}

function isCanonical(text: string): CelOutcome {
  const ip = readIp(text)
  return ip instanceof Fault ? ip : formatIpAddress(ip.address) === text
}

function isLoopback({ family, bits }: IpAddress): boolean {
  return family === 4 ? bits >> 24n === 127n : bits === 1n
}

function isLinkLocalMulticast({ family, bits }: IpAddress): boolean {
  return family === 4 ? bits >> 8n === 0xe00000n : ((bits >> 112n) & 0xff0fn) === 0xff02n
}

function isLinkLocalUnicast({ family, bits }: IpAddress): boolean {
  return family === 4 ? bits >> 16n === 0xa9fen : bits >> 118n === 0x3fan
}

function isMulticast({ family, bits }: IpAddress): boolean {
  return family === 4 ? bits >> 28n === 0xen : bits >> 120n === 0xffn
}

function isGlobalUnicast(address: IpAddress): boolean {
  const isBroadcast = address.family === 4 && address.bits === 0xffffffffn
  if (address.bits === 0n || isBroadcast) return false
  return !isLoopback(address) && !isMulticast(address) && !isLinkLocalUnicast(address)
}

function containsIp([cidr, other]: readonly CelValue[]): CelOutcome {
  const ip = typeof other === 'string' ? readIp(other) : other
  if (ip instanceof Fault) return ip
  if (!(cidr instanceof CelCidr && ip instanceof CelIp)) return new Fault(NO_SUCH_OVERLOAD)
  return cidr.shares(ip.address, cidr.prefixLength)
}

function containsCidr([cidr, other]: readonly CelValue[]): CelOutcome {
  const inner = typeof other === 'string' ? readCidr(other) : other
  if (inner instanceof Fault) return inner
  if (!(cidr instanceof CelCidr && inner instanceof CelCidr)) return new Fault(NO_SUCH_OVERLOAD)
  return cidr.prefixLength <= inner.prefixLength && cidr.shares(inner.address, cidr.prefixLength)
}
