import { buildHelm } from '../programs/build-helm.ts'
import { buildPrograms } from '../programs/build-programs.ts'

/** Builds the programs before the first story, so that no story's time limit pays for it. */
export async function setup(): Promise<void> {
  if (process.env['FITOUT_LAB_SKIP']) return
  await buildPrograms(line => process.stdout.write(`${line}\n`))
  await buildHelm()
}
