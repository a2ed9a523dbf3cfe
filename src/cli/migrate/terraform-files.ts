import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import type { SourceFile } from '../../migrate/hcl/source-file.ts'
import { Refusal } from '../command/refusal.ts'
import { decodeText } from '../io/decode-text.ts'
import { isSystemError, plainCause } from '../io/plain-cause.ts'
import { shownBytes } from '../io/shown-bytes.ts'
import { shownPath } from '../io/shown-path.ts'

/** The largest file that is read: many times what people write by hand. Its tree takes some hundred times as much memory. */
const MAX_FILE_BYTES = 1024 * 1024

const MAX_FILES = 1000

/** Reads a file that must be there. Refuses what is no text, or too large. */
export function readTerraformFile(cwd: string, path: string): SourceFile {
  const location = resolve(cwd, path)
  const refuse = (cause: string) => new Refusal(`cannot read ${shownPath(path)}: ${cause}`, { exitCode: 2 })
  try {
    const found = statSync(location)
    const { size } = found
    // Reading a pipe would wait for somebody to write to it.
    if (!found.isFile() && !found.isDirectory()) throw refuse('it is neither a file nor a folder')
    if (size > MAX_FILE_BYTES) throw refuse(`it has more than ${shownBytes(MAX_FILE_BYTES)}`)
    const decoded = decodeText(readFileSync(location))
    if (decoded.kind === 'binary') throw refuse(decoded.cause)
    if (isState(decoded.text)) {
      throw new Refusal(`${shownPath(path)}:1:1: this is a state of Terraform, not a configuration`, {
        exitCode: 2,
        fix: 'give the folder that has the .tf files',
      })
    }
    return { path, text: decoded.text }
  } catch (error) {
    if (isSystemError(error)) throw refuse(plainCause(error))
    throw error
  }
}

function isState(text: string): boolean {
  return (
    /^\s*\{/.test(text) && /"(?:serial|lineage)"\s*:/.test(text) && /"(?:resources|modules)"\s*:/.test(text)
  )
}

/** The files of a folder that Terraform reads as one module; undefined if there is no such folder. */
export function filesOfModule(cwd: string, folder: string): readonly SourceFile[] | undefined {
  const names = namesIn(resolve(cwd, folder))
  if (!names) return undefined
  const json = names.find(name => name.endsWith('.tf.json'))
  if (json !== undefined && readTerraformFile(cwd, join(folder, json)).text.includes('helm_release')) {
    throw new Refusal(
      `${shownPath(join(folder, json))}:1:1: releases in the JSON syntax of Terraform are not read`,
      { exitCode: 2 },
    )
  }
  const own = names.filter(name => /\.(?:tf|tofu)$/.test(name) && !name.startsWith('.'))
  if (own.length > MAX_FILES)
    throw new Refusal(`cannot read ${shownPath(folder)}: it has more than ${MAX_FILES} files`, {
      exitCode: 2,
    })
  // Of two files that differ in this only, OpenTofu reads the second.
  const read = own.filter(name => !name.endsWith('.tf') || !own.includes(name.replace(/\.tf$/, '.tofu')))
  return read.map(name => readTerraformFile(cwd, join(folder, name)))
}

/** The files of variables that Terraform reads by itself, in its order. */
export function variableFiles(cwd: string, folder: string): readonly SourceFile[] {
  const names = namesIn(resolve(cwd, folder)) ?? []
  const plain = ['terraform.tfvars', 'terraform.tfvars.json'].filter(name => names.includes(name))
  const auto = names.filter(name => /\.auto\.tfvars(?:\.json)?$/.test(name))
  return [...plain, ...auto].map(name => readTerraformFile(cwd, join(folder, name)))
}

function namesIn(location: string): readonly string[] | undefined {
  try {
    return readdirSync(location).toSorted()
  } catch (error) {
    if (isSystemError(error) && ['ENOENT', 'ENOTDIR'].includes(error.code)) return undefined
    throw error
  }
}

/** Reads files that expressions name, below some folders and nowhere else: what is read can end in Git. */
export function fileReader(
  cwd: string,
  folder: string,
): (path: string) => { readonly text: string; readonly path: string } | { readonly reason: string } {
  return path => {
    const seen = join(folder, path)
    const real = realPathOf(resolve(cwd, seen))
    if (real === undefined) return { reason: `file ${path} is not here` }
    const allowed = [cwd, resolve(cwd, folder)].map(root => realPathOf(root) ?? root)
    if (
      path.startsWith('/') ||
      !allowed.some(root => real.startsWith(root.endsWith(sep) ? root : root + sep))
    ) {
      return { reason: `file ${path} is outside of the folder, and is not read` }
    }
    return readTerraformFile(cwd, seen)
  }
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}
