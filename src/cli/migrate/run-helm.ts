import { execFile } from 'node:child_process'

/** How a call of helm ended. */
export type HelmAnswer =
  | { readonly kind: 'done'; readonly out: string }
  | { readonly kind: 'missing' }
  /** The first line of what helm said. */
  | { readonly kind: 'failed'; readonly cause: string }

/** Calls the program helm. */
export type RunHelm = (args: readonly string[]) => Promise<HelmAnswer>

const LIMIT_MS = 120_000
const MAX_BYTES = 256 * 1024 * 1024

/** Calls the helm of the PATH, without a shell. A call that hangs is given up. */
export function runHelm(env: Readonly<Record<string, string | undefined>>): RunHelm {
  return args =>
    new Promise(resolve => {
      const options = { env: { ...env }, maxBuffer: MAX_BYTES, timeout: LIMIT_MS }
      execFile('helm', [...args], options, (error, stdout, stderr) => {
        if (!error) resolve({ kind: 'done', out: stdout })
        else if (error.code === 'ENOENT') resolve({ kind: 'missing' })
        else if (error.killed === true) resolve({ kind: 'failed', cause: 'helm did not end in time' })
        else resolve({ kind: 'failed', cause: firstLine(stderr) })
      })
    })
}

function firstLine(text: string): string {
  const lines = text.split('\n').map(line => line.trim())
  const line = lines.find(one => /^error:/i.test(one)) ?? lines.find(one => one !== '') ?? 'helm said nothing'
  return line.replace(/^error:\s*/i, '').slice(0, 300)
}
