import { dns1123LabelProblems } from '../../domain/names/dns-name.ts'
import type { NotifyTarget } from '../../kube/notify/http-sink.ts'
import { type Shard, allClusters, readShard } from '../../domain/shard/shard.ts'
import { type NotifyFlags, readNotifyTarget } from './notify-target.ts'
import { wrongFlag } from './wrong-flag.ts'

/** The flags of `fitout controller`. */
export interface ControllerFlags extends NotifyFlags {
  readonly kubeconfig: string | undefined
  readonly context: string | undefined
  readonly namespaces: string | undefined
  readonly 'lease-namespace': string
  readonly 'watch-label-selector': string | undefined
  readonly address: string
  readonly 'metrics-address': string | undefined
  readonly workers: string
  readonly qps: string
  readonly 'log-level': 'debug' | 'info' | 'warn'
}

/** Where something is listened for; port 0 is a free one. */
export interface Address {
  readonly host: string
  readonly port: number
}

/** What the flags mean. */
export interface ControllerSettings {
  /** Undefined for all. */
  readonly namespaces: readonly string[] | undefined
  readonly leaseNamespace: string
  readonly shard: Shard
  /** Where health is served. */
  readonly health: Address
  /** Where metrics are served; undefined for the same place. */
  readonly metrics: Address | undefined
  readonly workers: number
  readonly qps: number
  /** Undefined if no notifications are wanted. */
  readonly notify: NotifyTarget | undefined
}

/** Reads the flags, or refuses with the one that is wrong. */
export function readControllerSettings(flags: ControllerFlags): ControllerSettings {
  const metrics = flags['metrics-address']
  return {
    namespaces: namespacesIn(flags.namespaces),
    leaseNamespace: flags['lease-namespace'],
    health: addressIn('address', flags.address),
    metrics: metrics === undefined ? undefined : addressIn('metrics-address', metrics),
    shard: shardIn(flags['watch-label-selector']),
    workers: numberIn('workers', flags.workers, { min: 1, max: 256 }),
    qps: numberIn('qps', flags.qps, { min: 1, max: 10_000 }),
    notify: readNotifyTarget(flags),
  }
}

function addressIn(flag: string, text: string): Address {
  const address = /^(\[[0-9a-fA-F:]+\]|[^:\s]+):(\d{1,5})$/.exec(text)
  if (!address) throw wrongFlag(flag, `${JSON.stringify(text)} is not a host and a port`)
  const [, host = '', port = ''] = address
  return { host: host.replaceAll(/[[\]]/g, ''), port: numberIn(flag, port, { min: 0, max: 65_535 }) }
}

function namespacesIn(text: string | undefined): readonly string[] | undefined {
  if (text === undefined) return undefined
  const namespaces = text.split(',').map(name => name.trim())
  const wrong = namespaces.find(name => dns1123LabelProblems(name).length > 0)
  if (wrong !== undefined)
    throw wrongFlag('namespaces', `${JSON.stringify(wrong)} is not the name of a namespace`)
  return [...new Set(namespaces)]
}

function shardIn(selector: string | undefined): Shard {
  if (selector === undefined) return allClusters
  const reading = readShard(selector)
  if (reading.kind === 'valid') return reading.shard
  throw wrongFlag('watch-label-selector', reading.problem)
}

function numberIn(flag: string, text: string, { min, max }: Readonly<Record<'min' | 'max', number>>): number {
  const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
  if (number >= min && number <= max) return number
  throw wrongFlag(flag, `${JSON.stringify(text)} is not a number from ${min} to ${max}`)
}
