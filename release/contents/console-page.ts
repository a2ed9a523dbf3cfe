import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'rolldown'

const folder = join(import.meta.dirname, '..', '..', 'src', 'console')
const FIRST = ['style/variables.css', 'style/base.css']

/** Adds the page and the style sheet of the console to its bundle: one sheet, and nothing inline, as its policy demands. */
export function consolePage(): Plugin {
  return {
    name: 'console-page',
    generateBundle(_, bundle) {
      const entries = Object.values(bundle).filter(one => one.type === 'chunk' && one.isEntry)
      const entry = entries.find(({ name }) => name === 'console')
      const checks = entries.find(({ name }) => name === 'checks')
      if (!entry || !checks)
        throw new Error('cannot write the page of the console: the bundle has no script or no worker')
      const css = styleSheet()
      const sheet = `console/assets/console-${digestOf(css)}.css`
      const fileName = 'console/index.html'
      const source = pageOf({ SCRIPT: entry.fileName, SHEET: sheet, CHECKS: checks.fileName })
      this.emitFile({ type: 'asset', fileName: sheet, source: css })
      this.emitFile({ type: 'asset', fileName, source })
    },
  }
}

function pageOf(files: Readonly<Record<'SCRIPT' | 'SHEET' | 'CHECKS', string>>): string {
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  return Object.entries(files).reduce(
    (text, [name, file]) => text.replace(`%${name}%`, file.replace('console/', '/')),
    page,
  )
}

/** All sheets in one: variables first, then what holds for every page, then the others by name. */
function styleSheet(): string {
  const found = globSync('**/*.css', { cwd: folder }).map(path => path.replaceAll('\\', '/'))
  const others = found.filter(path => !FIRST.includes(path)).toSorted()
  return minifiedCss([...FIRST, ...others].map(path => readFileSync(join(folder, path), 'utf8')).join('\n'))
}

/** Leaves comments and needless space out. Our sheets have no text in which either means something. */
function minifiedCss(css: string): string {
  return css
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')
    .replaceAll(';}', '}')
    .trim()
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').replaceAll(/[-_]/g, '').slice(0, 8)
}
