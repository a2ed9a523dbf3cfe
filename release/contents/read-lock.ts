import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LockFile } from './bill-of-materials.ts'

/** The lock file of a checkout. */
export function readLock(root: string): LockFile {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as LockFile
}
