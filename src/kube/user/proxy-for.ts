import { BlockList, isIP } from 'node:net'

/** Variables of the environment. */
type Environment = Readonly<Record<string, string | undefined>>

/** Reads the address of a proxy, as a kubeconfig or the environment has it; undefined when it is none that Fitout can use. */
export function readProxyUrl(text: string): URL | undefined {
  // Without a scheme it is http, as for kubectl.
  const url = URL.parse(/^[a-z0-9+.-]+:\/\//i.test(text) ? text : `http://${text}`)
  const isUsable = url && ['http:', 'https:'].includes(url.protocol) && url.hostname !== ''
  return isUsable ? url : undefined
}

/** The proxy that the environment names for a server, by the rules of kubectl: HTTPS_PROXY, but for what NO_PROXY names. */
export function environmentProxy(server: string, env: Environment): string | undefined {
  const { hostname, port } = new URL(server)
  const host = hostname.replaceAll(/[[\]]/g, '').toLowerCase()
  const proxy = env['HTTPS_PROXY'] || env['https_proxy']
  if (!proxy || isLoopback(host)) return undefined
  const rules = (env['NO_PROXY'] || env['no_proxy'] || '').split(',').map(rule => rule.trim().toLowerCase())
  return rules.some(rule => isMeant(rule, host, port || '443')) ? undefined : proxy
}

function isLoopback(host: string): boolean {
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '::1' ||
    (isIP(host) === 4 && host.startsWith('127.'))
  )
}

function isMeant(rule: string, host: string, port: string): boolean {
  if (rule === '') return false
  if (rule === '*') return true
  if (rule.includes('/')) return isInNetwork(rule, host)
  const [, bare = rule, rulePort] = /^(\[[^\]]*\]|[^:]*):([0-9]+)$/.exec(rule) ?? []
  if (rulePort !== undefined && rulePort !== port) return false
  const name = bare.replaceAll(/[[\]]/g, '').replace(/^\*\./, '.')
  // A name means what is below it, too; one that begins with a dot means only that.
  return name.startsWith('.') ? host.endsWith(name) : host === name || host.endsWith(`.${name}`)
}

function isInNetwork(rule: string, host: string): boolean {
  const [network = '', bits = ''] = rule.split('/')
  const [family, hostFamily] = [isIP(network), isIP(host)]
  const most = family === 6 ? 128 : 32
  if (family === 0 || family !== hostFamily || !/^[0-9]{1,3}$/.test(bits) || Number(bits) > most) return false
  const list = new BlockList()
  list.addSubnet(network, Number(bits), family === 6 ? 'ipv6' : 'ipv4')
  return list.check(host, hostFamily === 6 ? 'ipv6' : 'ipv4')
}
