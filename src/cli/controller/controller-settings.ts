import type { NotifyTarget } from '../../kube/notify/http-sink.ts'
import { type Shard, allClusters, readShard } from '../../domain/shard/shard.ts'
import { type NotifyFlags, readNotifyTarget } from './notify-target.ts'
import { wrongFlag } from './wrong-flag.ts'

/** The flags of `fitout controller`. */
export interface ControllerFlags extends NotifyFlags {
  readonly kubeconfig: string | undefined
  readonly context: string | undefined
  readonly 'lease-namespace': string
  readonly 'watch-label-selector': string | undefined
  readonly address: string
  readonly workers: string
  readonly qps: string
  readonly 'log-level': 'debug' | 'info' | 'warn'
}

/** What the flags mean. */
export interface ControllerSettings {
  readonly leaseNamespace: string
  readonly shard: Shard
  readonly host: string
  readonly port: number
  readonly workers: number
  readonly qps: number
  /** Undefined if nobody wants to be told. */
  readonly notify: NotifyTarget | undefined
}

/** Reads the flags, or refuses with the one that is wrong. */
export function readSettings(flags: ControllerFlags): ControllerSettings {
  const address = /^(\[[0-9a-fA-F:]+\]|[^:\s]+):(\d{1,5})$/.exec(flags.address)
  if (!address) throw wrongFlag('address', `${JSON.stringify(flags.address)} is not a host and a port`)
  const [, host = '', port = ''] = address
  return {
    leaseNamespace: flags['lease-namespace'],
    shard: shardIn(flags['watch-label-selector']),
    host: host.replaceAll(/[[\]]/g, ''),
    port: numberIn('address', port, { min: 0, max: 65_535 }),
    workers: numberIn('workers', flags.workers, { min: 1, max: 256 }),
    qps: numberIn('qps', flags.qps, { min: 1, max: 10_000 }),
    notify: readNotifyTarget(flags),
  }
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
