import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Entry {
  readonly integrity?: string
  readonly resolved?: string
  readonly optional?: boolean
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Entry> }
const entries = Object.entries(lock.packages).filter(([folder]) => folder !== '')

test('the lock file has the SHA-512 digest of every package that is installed on Linux', () => {
  const unpinned = entries.filter(([, entry]) => isForLinux(entry) && !isPinned(entry))
  expect(unpinned.map(([folder]) => folder)).toEqual([])
})

test('a package without a digest is an optional one, for a platform that releases are not built on', () => {
  const unpinned = entries.filter(([, entry]) => !isPinned(entry))
  expect(unpinned.filter(([, { optional }]) => optional !== true)).toEqual([])
})

test('the lock file does not say where packages are fetched from', () => {
  expect(entries.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
})

function isPinned({ integrity = '' }: Entry): boolean {
  return /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity)
}

function isForLinux({ os = ['linux'], cpu = ['x64'] }: Entry): boolean {
  return os.includes('linux') && (cpu.includes('x64') || cpu.includes('arm64'))
}
