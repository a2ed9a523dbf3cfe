import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { memoryIo } from './memory-io.ts'
import { runCli } from '../../src/cli/run-cli.ts'

/** For tests: a folder of its own, in which `fitout` is run. */
export class PackScene {
  readonly folder: string

  private constructor(folder: string) {
    this.folder = folder
  }

  static async open(): Promise<PackScene> {
    return new PackScene(await mkdtemp(join(tmpdir(), 'fitout-pack-')))
  }

  close(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true })
  }

  async given(files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(this.folder, name)), { recursive: true })
      await writeFile(join(this.folder, name), content)
    }
  }

  /** What the user sees: both streams, then the exit code. */
  async run(line: string, stdin = ''): Promise<string> {
    const io = memoryIo({ cwd: this.folder, stdin })
    const code = await runCli(line.split(' '), io)
    return `$ fitout ${line}\n${io.stdout()}${io.stderr()}(exit ${code})\n`
  }

  read(file: string): Promise<string> {
    return readFile(join(this.folder, file), 'utf8')
  }
}

/** For tests: an object in the namespace `web`. */
export function object(kind: string, name: string, rest = ''): string {
  return `apiVersion: v1\nkind: ${kind}\nmetadata:\n  name: ${name}\n  namespace: web\n${rest}`
}

/** For tests: the Namespace `web`. */
export const namespace = 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: web\n'
