import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { consoleBundle } from '../../release/contents/console-bundle.ts'

/** Bundles the console as it is now into a folder, and says where its page is. */
export async function bundleConsole(folder: string): Promise<string> {
  const { output, ...input } = consoleBundle(folder)
  const bundle = await rolldown(input)
  await bundle.write(output)
  await bundle.close()
  return join(folder, 'console')
}
