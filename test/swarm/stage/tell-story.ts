import type { Scene } from '../scene.ts'

/** Returns what happens on the management cluster while it happens: every write of the controller, and what else changes there. */
export function tellStory({ audit }: Scene, say: (text: string) => void): void {
  const add = audit.add.bind(audit)
  audit.add = entry => {
    add(entry)
    const { op, actor, key, status, subresource } = entry
    if (op === 'get' || op === 'list' || op === 'watch') return
    const place = subresource === 'status' ? `${key} (status)` : key
    const line = audit.lines.at(-1)
    say(`${line?.t.toFixed(0).padStart(8)} ms  ${actor}: ${op} ${place} ${status}${wordsOf(entry['body'])}`)
  }
}

/** What a write says of the cluster as a whole. */
function wordsOf(body: unknown): string {
  const { status, metadata } = Object(body) as { status?: unknown; metadata?: { labels?: object } }
  const { state, cause } = Object(status) as { state?: unknown; cause?: { message?: unknown } }
  if (typeof state === 'string') return `: ${state}${cause ? `, ${String(cause.message)}` : ''}`
  const labels = Object.keys(metadata?.labels ?? {})
  return labels.length === 0 ? '' : `: ${labels.join(' ')}`
}
