import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Check } from '../run/checks.ts'

const root = resolve(import.meta.dirname, '../..')

export interface Outcome {
  readonly passed: boolean
  readonly output: string
}

/** A copy of the repository in which rules may be broken. Has every file that git would take in, and the same packages. */
export class PlantedCopy {
  readonly #folder: string

  private constructor(folder: string) {
    this.#folder = folder
  }

  static async create(): Promise<PlantedCopy> {
    const copy = new PlantedCopy(await mkdtemp(join(tmpdir(), 'fitout-rules-')))
    const { stdout } = await promisify(execFile)('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
      cwd: root,
    })
    await Promise.all(
      stdout
        .split('\0')
        .filter(Boolean)
        .map(file => copy.#take(file)),
    )
    await symlink(join(root, 'node_modules'), join(copy.#folder, 'node_modules'))
    return copy
  }

  /** Writes a file, with the folders above it, or rewrites one that is there. */
  async plant(file: string, content: string | ((before: string) => string)): Promise<void> {
    const path = join(this.#folder, file)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, typeof content === 'string' ? content : content(await readFile(path, 'utf8')))
  }

  /** Runs one check of `make check` here; `args` ask for output that is easier to take apart. */
  async run({ command: [program, ...fixed] }: Check, args: readonly string[] = []): Promise<Outcome> {
    const bin = join(this.#folder, 'node_modules/.bin')
    const env = { ...process.env, PATH: [bin, process.env['PATH']].join(delimiter) }
    return new Promise(done => {
      execFile(
        program,
        [...fixed, ...args],
        { cwd: this.#folder, env, maxBuffer: 64 * 1024 * 1024 },
        (error, stdout, stderr) => done({ passed: error === null, output: stdout + stderr }),
      )
    })
  }

  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true })
  }

  async #take(file: string): Promise<void> {
    await mkdir(dirname(join(this.#folder, file)), { recursive: true })
    // Git still lists a file that was deleted and not yet committed.
    await copyFile(join(root, file), join(this.#folder, file)).catch(error => {
      if (error.code !== 'ENOENT') throw error
    })
  }
}
