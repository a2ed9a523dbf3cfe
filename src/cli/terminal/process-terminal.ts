import process from 'node:process'
import { StringDecoder } from 'node:string_decoder'
import { type Key, readKeys } from './keys.ts'
import { ENTER_SCREEN, LEAVE_SCREEN } from './screen.ts'
import type { Listener, Terminal } from './terminal.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
// Where a terminal does not say how large it is.
const USUAL = { columns: 80, rows: 24 }

/** The terminal of this process; undefined if input or output is none, or it can only print line by line. */
export function processTerminal(): Terminal | undefined {
  const { stdin, stdout, env } = process
  if (!stdin.isTTY || !stdout.isTTY || env['TERM'] === 'dumb') return undefined
  return {
    size: () => ({ columns: stdout.columns || USUAL.columns, rows: stdout.rows || USUAL.rows }),
    write: text => void stdout.write(text),
    open,
    // A program that dies of the signal tells the shell more than one that exits with 130.
    interrupt: () => void process.kill(process.pid, 'SIGINT'),
  }
}

function open(listener: Listener): () => void {
  const { stdin, stdout } = process
  const onData = keyReader(listener.onKey)
  let isOpen = true
  const close = (): void => {
    if (!isOpen) return
    isOpen = false
    stdin.off('data', onData).off('end', listener.onGone)
    stdout.off('resize', listener.onResize)
    process.off('exit', close).off('uncaughtExceptionMonitor', close)
    for (const signal of signals) process.off(signal, dieOf)
    stdout.write(LEAVE_SCREEN)
    stdin.setRawMode(false)
    stdin.pause()
  }
  // Whoever ends the program, the terminal comes back as it was.
  const dieOf = (signal: NodeJS.Signals): void => {
    close()
    process.kill(process.pid, signal)
  }
  // Before anybody reports a bug: its words would go with the screen.
  process.on('exit', close).on('uncaughtExceptionMonitor', close)
  for (const signal of signals) process.on(signal, dieOf)
  stdin.setRawMode(true)
  stdin.on('data', onData).on('end', listener.onGone).resume()
  stdout.on('resize', listener.onResize)
  stdout.write(ENTER_SCREEN)
  return close
}

function keyReader(onKey: (key: Key) => void): (chunk: Buffer) => void {
  const decoder = new StringDecoder()
  let rest = ''
  return chunk => {
    const read = readKeys(rest + decoder.write(chunk))
    rest = read.rest
    for (const key of read.keys) onKey(key)
  }
}
