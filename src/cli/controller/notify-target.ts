import { type NotifyTarget, readKey } from '../../kube/notify/http-sink.ts'
import { wrongFlag } from './wrong-flag.ts'

/** Where Flux listens when it was installed as usual. */
const FLUX_URL = 'http://notification-controller.flux-system.svc.cluster.local./'
const FLUX_PREFIX = 'flux+'

/** The flags that say where notifications go. */
export interface NotifyFlags {
  readonly notify: string | undefined
  readonly 'notify-key-file': string | undefined
}

/** Reads where notifications go; undefined for nowhere. An address is never quoted: it may be a secret. */
export function readNotifyTarget({
  notify,
  'notify-key-file': keyFile,
}: NotifyFlags): NotifyTarget | undefined {
  if (notify === undefined) {
    if (keyFile !== undefined) throw wrongFlag('notify-key-file', 'it requires "--notify"')
    return undefined
  }
  const address = notify === 'flux' ? `${FLUX_PREFIX}${FLUX_URL}` : notify
  const isFlux = address.startsWith(FLUX_PREFIX)
  const url = URL.parse(isFlux ? address.slice(FLUX_PREFIX.length) : address)
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw wrongFlag('notify', 'it is neither "flux" nor a URL with http or https')
  if (url.username !== '' || url.password !== '')
    throw wrongFlag('notify', 'it contains a user or a password, which anyone who lists processes can see')
  if (!isFlux) return { format: 'webhook', url, keyFile }
  if (keyFile !== undefined) throw wrongFlag('notify-key-file', 'Flux does not support signatures')
  return { format: 'flux', url }
}

/** Refuses a file that holds no key, before the controller starts. */
export async function checkKeyFile(target: NotifyTarget | undefined): Promise<void> {
  if (target?.format !== 'webhook' || target.keyFile === undefined) return
  if ((await readKey(target.keyFile)) === undefined)
    throw wrongFlag('notify-key-file', `${JSON.stringify(target.keyFile)} cannot be read, or contains no key`)
}
