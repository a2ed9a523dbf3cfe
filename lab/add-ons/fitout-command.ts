import { join } from 'node:path'
import { bundleFitout } from '../../release/contents/bundle.ts'

const folder = join(import.meta.dirname, '..', '..', '.lab', 'dist')

/** The file that stands behind `fitout` in all stories: one file loads faster than the hundreds that it is made from. */
export const fitoutCommand = join(folder, 'fitout.js')

/** Makes that file of this checkout, once before all stories. */
export async function bundleForStories(): Promise<void> {
  await bundleFitout(folder)
}
