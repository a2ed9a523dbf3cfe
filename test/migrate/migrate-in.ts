import { join } from 'node:path'
import { runCli } from '../../src/cli/run-cli.ts'
import type { FleetScene } from '../cli/fleet-scene.ts'
import { memoryIo } from '../cli/memory-io.ts'

/** For tests: runs the command in a folder without a helm. What is shown is both streams, then the exit code. */
export async function migrateIn(scene: FleetScene, line: string): Promise<string> {
  const io = memoryIo({ cwd: scene.folder, env: { PATH: join(scene.folder, 'no-programs') } })
  const code = await runCli(['migrate', 'terraform', ...line.split(' ')], io)
  return `$ fitout migrate terraform ${line}\n${io.stdout()}${io.stderr()}(exit ${code})\n`
}
