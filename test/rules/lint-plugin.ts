import { posix, relative, resolve, sep } from 'node:path'
import type { RuleTester } from 'oxlint/plugins-dev'
import { importFault } from './import-arrows.ts'

// oxlint does not export the type of a rule by name.
type Rule = Parameters<RuleTester['run']>[1]

const root = resolve(import.meta.dirname, '../..')

/**
 * Holds every import to the arrows: static, re-exported, `import()`, and `import()` inside a type.
 *
 * The built-in no-restricted-imports misses the last one, and `import()` of a template; and it knows patterns, not folders.
 */
const importArrows: Rule = {
  create(context) {
    const file = relative(root, context.filename).split(sep).join(posix.sep)

    function look(node: { range: [number, number] }, specifier: string, kind?: 'type' | 'value'): void {
      const message = importFault({ file, specifier, typesOnly: kind === 'type' })
      if (message) context.report({ node, message })
    }

    return {
      ImportDeclaration: node => look(node, node.source.value, node.importKind),
      ExportAllDeclaration: node => look(node, node.source.value, node.exportKind),
      ExportNamedDeclaration(node) {
        if (node.source) look(node, node.source.value, node.exportKind)
      },
      TSImportType: node => look(node, node.source.value, 'type'),
      ImportExpression(node) {
        const { source } = node
        if (source.type === 'Literal' && typeof source.value === 'string') return look(node, source.value)
        context.report({
          node,
          message: 'write the path out in quotes; neither checks nor the bundler follow a computed import',
        })
      },
    }
  },
}

/** Finds the clock that has no name: `Date.now` is banned by its name, `new Date()` and `Date()` need a look at their shape. */
const noHiddenClock: Rule = {
  create(context) {
    const message = 'take the time as a parameter'
    return {
      NewExpression(node) {
        if (isDate(node.callee) && node.arguments.length === 0) context.report({ node, message })
      },
      CallExpression(node) {
        if (isDate(node.callee)) context.report({ node, message })
      },
    }
  },
}

function isDate(callee: object): boolean {
  return 'name' in callee && callee.name === 'Date'
}

// oxlint asks for a default export here.
// oxlint-disable-next-line import/no-default-export
export default {
  meta: { name: 'fitout' },
  rules: { 'import-arrows': importArrows, 'no-hidden-clock': noHiddenClock },
}
