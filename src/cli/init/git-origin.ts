import type { FilePlace } from '../io/place.ts'
import { readTextFile } from '../repository/write-files.ts'

/** The address that the clone in a folder came from, as Flux takes it; undefined if there is none. */
export function gitOrigin(root: FilePlace): string | undefined {
  const config = readTextFile(root, '.git/config')
  const section = /^\[remote "origin"\]\n((?:[ \t].*\n?)*)/m.exec(config ?? '')?.[1]
  const url = /^\s*url\s*=\s*(\S+)\s*$/m.exec(section ?? '')?.[1]
  if (url === undefined) return undefined
  const short = /^([^@/:\s]+@[^:/\s]+):(?!\/)(.+)$/.exec(url)
  const whole = short ? `ssh://${short[1]}/${short[2]}` : url
  // An address with a password in it is for this machine alone.
  return /^(https?|ssh):\/\//.test(whole) ? whole.replace(/^(https?:\/\/)[^/@]*@/, '$1') : undefined
}
