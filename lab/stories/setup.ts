import { bundleForStories } from '../add-ons/fitout-command.ts'
import { buildTool } from '../programs/build-tool.ts'
import { buildPrograms } from '../programs/build-programs.ts'

/** Builds programs and command before the first story, so that no story's time limit pays for it. */
export async function setup(): Promise<void> {
  if (process.env['FITOUT_LAB_SKIP']) return
  await buildPrograms(line => process.stdout.write(`${line}\n`))
  await Promise.all([buildTool('helm'), bundleForStories()])
}
