import * as fs from 'node:fs'

/**
 * The calls by which folders are read and replaced. They are synchronous: nothing else of this program runs between two of them,
 * and tests can stop before each one.
 */
export type Disk = Pick<
  typeof fs,
  | 'chmodSync'
  | 'closeSync'
  | 'fsyncSync'
  | 'lstatSync'
  | 'mkdirSync'
  | 'mkdtempSync'
  | 'openSync'
  | 'readdirSync'
  | 'readFileSync'
  | 'renameSync'
  | 'rmSync'
  | 'statSync'
  | 'writeFileSync'
>

/** The disk of this machine. */
export const realDisk: Disk = fs
