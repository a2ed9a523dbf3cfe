import { encodeBase64 } from '../../bytes/base64.ts'
import type { TargetSecret } from '../read/target-secret.ts'
import type { SecretValue } from '../secret-value.ts'

/** Flux looks at once at what carries this label, instead of at its next interval. */
const WATCH_LABEL = { 'reconcile.fluxcd.io/watch': 'Enabled' } as const

/**
 * Writes a Secret for the workload cluster as JSON. Values are base64, so what they hold cannot matter to any reader.
 *
 * The text may go nowhere but into the data of the wrapped Secret.
 */
export function targetManifest(
  { namespace, name, data }: TargetSecret,
  labels: Readonly<Record<string, string>>,
): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, namespace, labels: { ...labels, ...WATCH_LABEL } },
    type: 'Opaque',
    data: revealed(data),
  })
}

/** Values by key, as `data` of a Secret. The one place where they come out of hiding to be written. */
export function revealed(values: Iterable<readonly [string, SecretValue]>): Readonly<Record<string, string>> {
  const entries = [...values].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, value]) => [key, encodeBase64(value.reveal())]))
}
