import { spawn, type SpawnOptions } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/** What a browser gets from `fitout demo --web`: the page, and the script that it loads. */
export interface ServedPage {
  readonly page: string
  readonly script: { readonly type: string; readonly letters: number }
  /** How the command ended when it was told to. */
  readonly code: number | null
}

/** Starts the console of the demo, loads its page as a browser does, and ends it. */
export async function servedPage(fitout: string, options: SpawnOptions): Promise<ServedPage> {
  const args = ['demo', '--web', '--port', '0', '--clusters', '3']
  const child = spawn(fitout, args, { ...options, stdio: ['ignore', 'pipe', 'ignore'] })
  const ended = new Promise<number | null>(resolve => {
    child.once('exit', resolve)
  })
  const address = await firstLine(child.stdout)
  const page = await (await fetch(address)).text()
  const path = /<script[^>]* src="([^"]+)"/.exec(page)?.[1] ?? ''
  const script = await fetch(new URL(path, address))
  const letters = (await script.text()).length
  child.kill('SIGTERM')
  return { page, script: { type: script.headers.get('content-type') ?? '', letters }, code: await ended }
}

async function firstLine(stdout: Readable | null): Promise<string> {
  if (!stdout) throw new Error('the command has a standard output')
  for await (const line of createInterface(stdout)) return line
  throw new Error('the command ended before it said its address')
}
