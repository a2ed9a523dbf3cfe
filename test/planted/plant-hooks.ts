import { readFileSync } from 'node:fs'
import type { RegisterHooksOptions } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type PlantedBug, plantBug } from './planted-bug.ts'

const CLEAN = '?clean'

/**
 * Puts a bug into a file while Node loads it.
 *
 * The domain is loaded twice: for the controller, which may have the bug, and for all that holds the controller against
 * the truth, which must not have it.
 */
export function plantHooks(bug: PlantedBug, root: string): RegisterHooksOptions {
  const urlOf = (path: string): string => pathToFileURL(resolve(root, path)).href
  const [file, domain, controller] = [urlOf(bug.file), urlOf('src/domain'), urlOf('src/controller')]
  const mayHaveBug = (parent: string): boolean =>
    !parent.endsWith(CLEAN) && (parent.startsWith(`${controller}/`) || parent.startsWith(`${domain}/`))
  return {
    resolve: (specifier, context, next) => {
      const found = next(specifier, context)
      const isClean = found.url.startsWith(`${domain}/`) && !mayHaveBug(context.parentURL ?? '')
      return isClean ? { ...found, url: `${found.url}${CLEAN}` } : found
    },
    load: (url, context, next) => {
      const loaded = next(url, context)
      return url === file ? { ...loaded, source: plantBug(readFileSync(new URL(url), 'utf8'), bug) } : loaded
    },
  }
}
