import type { ArgumentType } from '../plan/binding.ts'
import { CelOpaque } from '../value/cel-opaque.ts'
import { Fault, type CelValue } from '../value/cel-value.ts'
import { formatIpAddress, isMapped, parseIpAddress, widthOf, type IpAddress } from './ip-address.ts'

/** An IP address. */
export class CelIp extends CelOpaque {
  readonly typeName = 'net.IP'
  readonly address: IpAddress

  constructor(address: IpAddress) {
    super()
    this.address = address
  }

  comparesWith(other: CelValue): boolean {
    return other instanceof CelIp
  }

  equals(other: CelValue): boolean {
    return other instanceof CelIp && other.toString() === this.toString()
  }

  toString(): string {
    return formatIpAddress(this.address)
  }
}

/** A network: an address and how many of its bits are the network's. */
export class CelCidr extends CelOpaque {
  readonly typeName = 'net.CIDR'
  readonly address: IpAddress
  readonly prefixLength: number

  constructor(address: IpAddress, prefixLength: number) {
    super()
    this.address = address
    this.prefixLength = prefixLength
  }

  comparesWith(other: CelValue): boolean {
    return other instanceof CelCidr
  }

  equals(other: CelValue): boolean {
    return other instanceof CelCidr && other.toString() === this.toString()
  }

  toString(): string {
    return `${formatIpAddress(this.address)}/${this.prefixLength}`
  }

  /** Whether an address has the first bits of this one, as many as are given. */
  shares(other: IpAddress, length: number): boolean {
    const { family, bits } = this.address
    const rest = BigInt(widthOf(family) - length)
    return family === other.family && bits >> rest === other.bits >> rest
  }

  /** The same network with all other bits cleared. */
  masked(): CelCidr {
    const { family, bits } = this.address
    const rest = BigInt(widthOf(family) - this.prefixLength)
    return new CelCidr({ family, bits: (bits >> rest) << rest }, this.prefixLength)
  }
}

export const ipType: ArgumentType = { name: 'net.IP' }
export const cidrType: ArgumentType = { name: 'net.CIDR' }

/** Reads an address; zones and IPv4 addresses in the form of IPv6 are refused. */
export function readIp(text: string): CelIp | Fault {
  const address = parseIpAddress(text)
  if (!address)
    return new Fault(`IP Address ${JSON.stringify(text)} parse error during conversion from string`)
  return isMapped(address) ? notAllowed(text) : new CelIp(address)
}

/** Reads a network; bits behind the prefix may be set. */
export function readCidr(text: string): CelCidr | Fault {
  const slash = text.lastIndexOf('/')
  const address = slash < 0 ? undefined : parseIpAddress(text.slice(0, slash))
  const digits = text.slice(slash + 1)
  const length = /^(?:0|[1-9][0-9]{0,2})$/.test(digits) ? Number(digits) : undefined
  if (!address || length === undefined || length > widthOf(address.family)) {
    return new Fault('network address parse error during conversion from string')
  }
  return isMapped(address) ? notAllowed(text) : new CelCidr(address, length)
}

function notAllowed(text: string): Fault {
  return new Fault(`IPv4-mapped IPv6 address ${JSON.stringify(text)} is not allowed`)
}
