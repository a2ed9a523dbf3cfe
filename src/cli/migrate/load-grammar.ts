import { Language, Parser, type TreeCursor } from 'web-tree-sitter'
import type { ParseHcl, SyntaxNode } from '../../migrate/hcl/syntax-node.ts'
import { grammarBytes } from './grammar-bytes.ts'

/** Loads the grammar of HCL. It takes longer than a start of the command, so only those that read HCL do it. */
export async function loadGrammar(): Promise<ParseHcl> {
  const { runtime, hcl } = grammarBytes()
  await Parser.init({ wasmBinary: runtime })
  const language = await Language.load(hcl)
  const parser = new Parser().setLanguage(language)
  return text => {
    const tree = parser.parse(text)
    if (!tree) throw new TypeError('the parser has no language')
    try {
      return copyTree(tree.walk())
    } finally {
      tree.delete()
    }
  }
}

interface Draft extends SyntaxNode {
  isBroken: boolean
  readonly children: Draft[]
}

// By hand, and not node by node: a broken text can be nested as deep as it is long.
function copyTree(cursor: TreeCursor): SyntaxNode {
  const root = draft(cursor)
  const path = [root]
  for (;;) {
    const here = path.at(-1)
    if (here && cursor.gotoFirstChild()) {
      path.push(child(here, cursor))
      continue
    }
    let isMoved = false
    while (!isMoved && path.length > 1) {
      isMoved = cursor.gotoNextSibling()
      path.pop()
      const parent = path.at(-1)
      if (isMoved && parent) path.push(child(parent, cursor))
      else cursor.gotoParent()
    }
    if (!isMoved) break
  }
  cursor.delete()
  return root
}

function child(parent: Draft, cursor: TreeCursor): Draft {
  const node = draft(cursor)
  parent.children.push(node)
  return node
}

function draft(cursor: TreeCursor): Draft {
  return {
    type: cursor.nodeType,
    start: cursor.startIndex,
    end: cursor.endIndex,
    isBroken: cursor.nodeIsMissing || cursor.nodeType === 'ERROR',
    children: [],
  }
}
