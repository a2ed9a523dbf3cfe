import { readFileSync } from 'node:fs'
import { markedProcesses } from '../process/owner.ts'

/** How many processes of a program this file's lab runs: other labs on the machine have other owners. */
export function processesOf(program: string): number {
  const mine = markedProcesses().filter(({ owner }) => Number.parseInt(owner, 10) === process.pid)
  return mine.filter(({ pid }) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`/${program}-`))
    .length
}
