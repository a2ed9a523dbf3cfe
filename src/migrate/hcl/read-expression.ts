import {
  type HclExpression,
  type ForExpression,
  type ObjectEntry,
  SPLAT_ITEM,
  type TemplatePart,
} from './expression.ts'
import { HclError } from './hcl-error.ts'
import { readHeredoc } from './read-heredoc.ts'
import type { SourceFile, HclSpan } from './source-file.ts'
import type { SyntaxNode } from './syntax-node.ts'
import { templateParts, templateTokens, type TemplateReading } from './template-tokens.ts'

/** More than people nest, and less than the stack can take. */
const MAX_DEPTH = 200

/** Reads an expression of the tree that the grammar gives. */
export function readExpression(node: SyntaxNode, file: SourceFile, depth = 0): HclExpression {
  return new Reader(file, depth).read(node)
}

class Reader {
  readonly #file: SourceFile
  readonly #depth: number

  constructor(file: SourceFile, depth: number) {
    this.#file = file
    this.#depth = depth
  }

  read(node: SyntaxNode): HclExpression {
    if (this.#depth > MAX_DEPTH) throw new HclError('this is nested too deeply', this.#span(node))
    const { children } = node
    switch (node.type) {
      case 'expression':
      case 'for_expr':
      case 'collection_value':
      case 'template_expr':
      case 'operation':
        return this.#chain(children, node)
      case 'literal_value':
      case 'string_lit':
        return this.#literal(node)
      case 'numeric_lit':
        return { kind: 'literal', value: Number(this.#text(node)), ...this.#span(node) }
      case 'bool_lit':
        return { kind: 'literal', value: this.#text(node) === 'true', ...this.#span(node) }
      case 'null_lit':
        return { kind: 'literal', value: null, ...this.#span(node) }
      case 'variable_expr':
        return { kind: 'variable', name: this.#text(node), ...this.#span(node) }
      case 'quoted_template':
        return this.#quoted(node)
      case 'heredoc_template':
        return { kind: 'template', parts: readHeredoc(node, this.#template(true)), ...this.#span(node) }
      case 'conditional':
        return this.#conditional(node)
      case 'unary_operation':
      case 'binary_operation':
        return this.#operation(node)
      case 'function_call':
        return this.#call(node)
      case 'tuple':
        return { kind: 'list', items: this.#expressions(node), ...this.#span(node) }
      case 'object':
        return { kind: 'object', entries: this.#entries(node), ...this.#span(node) }
      case 'for_tuple_expr':
      case 'for_object_expr':
        return this.#for(node)
      default:
        throw this.#unknown(node)
    }
  }

  /** What stands first, and then `.name`, `[key]`, `.*` behind it. The grammar writes parentheses in the same row. */
  #chain(
    nodes: readonly SyntaxNode[],
    around: { readonly start: number; readonly end: number },
  ): HclExpression {
    const [first] = nodes
    if (!first) throw new HclError('an expression is missing', { file: this.#file, ...bounds(around) })
    if (first.type === '(') return this.#parentheses(nodes)
    return this.#steps(this.#inner(first), nodes.slice(1))
  }

  #parentheses(nodes: readonly SyntaxNode[]): HclExpression {
    const close = nodes.findIndex(({ type }) => type === ')')
    const inner = nodes.find(({ type }) => type === 'expression')
    const [open, end] = [nodes[0], nodes[close]]
    if (!inner || !open || !end) throw this.#unknown(open)
    const span = { file: this.#file, start: open.start, end: end.end }
    return this.#steps({ kind: 'parentheses', inner: this.#inner(inner), ...span }, nodes.slice(close + 1))
  }

  #steps(from: HclExpression, nodes: readonly SyntaxNode[]): HclExpression {
    let at = from
    for (const node of nodes) {
      const span = { file: this.#file, start: from.start, end: node.end }
      if (node.type === 'get_attr') at = { kind: 'attribute', of: at, name: this.#nameIn(node), ...span }
      else if (node.type === 'index') at = { kind: 'index', of: at, key: this.#indexKey(node), ...span }
      else if (node.type === 'splat') at = this.#splat(at, node)
      else if (node.type !== 'comment') throw this.#unknown(node)
    }
    return at
  }

  // `x.*.name[0]` is the first of all names; `x[*].name[0]` is the first of each name.
  #splat(of: HclExpression, node: SyntaxNode): HclExpression {
    const [kind] = node.children
    if (!kind) throw this.#unknown(node)
    const span = { file: this.#file, start: of.start, end: node.end }
    const item: HclExpression = { kind: 'variable', name: SPLAT_ITEM, ...span }
    const steps = kind.children.slice(1)
    const end = kind.type === 'full_splat' ? steps.length : steps.findIndex(step => !isAttributeStep(step))
    const inside = end === -1 ? steps : steps.slice(0, end)
    const outside = end === -1 ? [] : steps.slice(end)
    return this.#steps({ kind: 'splat', of, each: this.#steps(item, inside), ...span }, outside)
  }

  #indexKey(node: SyntaxNode): HclExpression {
    const [kind] = node.children
    const inner = kind?.children.find(({ type }) => type === 'expression')
    if (inner) return this.#inner(inner)
    const digits = /\d+/.exec(this.#text(node))?.[0]
    if (digits === undefined) throw this.#unknown(node)
    return { kind: 'literal', value: Number(digits), ...this.#span(node) }
  }

  #literal(node: SyntaxNode): HclExpression {
    const [inner] = node.children
    if (node.type === 'literal_value' && inner) return this.read(inner)
    const parts = this.#quotedParts(node)
    const text = parts.map(part => (part.kind === 'text' ? part.text : '')).join('')
    return { kind: 'literal', value: text, ...this.#span(node) }
  }

  #quoted(node: SyntaxNode): HclExpression {
    return { kind: 'template', parts: this.#quotedParts(node), ...this.#span(node) }
  }

  #quotedParts(node: SyntaxNode): readonly TemplatePart[] {
    const reading = this.#template(false)
    const inside = { start: node.start + 1, end: node.end - 1 }
    return templateParts(templateTokens(node.children, inside, reading), reading)
  }

  #template(isHeredoc: boolean): TemplateReading {
    return { file: this.#file, isHeredoc, expression: node => this.#inner(node) }
  }

  #conditional(node: SyntaxNode): HclExpression {
    const [test, whenTrue, whenFalse] = this.#expressions(node)
    if (!test || !whenTrue || !whenFalse) throw this.#unknown(node)
    return chooseLast(test, { whenTrue, whenFalse, end: node.end })
  }

  // Operands stand in the row as they are: with parentheses, attributes and indices behind them.
  #operation(node: SyntaxNode): HclExpression {
    const { children } = node
    const at = children.findIndex(({ type }) => operators.has(type))
    const operator = children[at]
    if (!operator) throw this.#unknown(node)
    const before = children.slice(0, at)
    const after = children.slice(at + 1)
    const operands = before.length === 0 ? [after] : [before, after]
    return {
      kind: 'operation',
      operator: operator.type,
      operands: operands.map(one => this.#deeper().#chain(one, node)),
      ...this.#span(node),
    }
  }

  #call(node: SyntaxNode): HclExpression {
    const args = node.children.find(({ type }) => type === 'function_arguments')
    const [name] = node.children
    if (!name) throw this.#unknown(node)
    return {
      kind: 'call',
      name: this.#text(name),
      args: args ? this.#expressions(args) : [],
      isSpread: args?.children.some(({ type }) => type === 'ellipsis') ?? false,
      ...this.#span(node),
    }
  }

  #entries(node: SyntaxNode): readonly ObjectEntry[] {
    return node.children
      .filter(({ type }) => type === 'object_elem')
      .map(element => {
        const [key, value] = this.#expressions(element)
        if (!key || !value) throw this.#unknown(element)
        // A bare word is a name here, not a variable.
        const name: HclExpression =
          key.kind === 'variable' ? { ...key, kind: 'literal', value: key.name } : key
        return { key: name, value }
      })
  }

  #for(node: SyntaxNode): ForExpression {
    const intro = node.children.find(({ type }) => type === 'for_intro')
    const over = intro?.children.find(({ type }) => type === 'expression')
    const condition = node.children.find(({ type }) => type === 'for_cond')
    const found = this.#expressions(node)
    const value = found.at(-1)
    if (!intro || !over || !value) throw this.#unknown(node)
    const names = intro.children.filter(({ type }) => type === 'identifier').map(one => this.#text(one))
    return {
      kind: 'for',
      names,
      over: this.#inner(over),
      key: node.type === 'for_object_expr' ? found[0] : undefined,
      value,
      test: condition ? this.#expressions(condition)[0] : undefined,
      isGrouping: node.children.some(({ type }) => type === 'ellipsis'),
      ...this.#span(node),
    }
  }

  #expressions(node: SyntaxNode): readonly HclExpression[] {
    return node.children.filter(({ type }) => type === 'expression').map(one => this.#inner(one))
  }

  #inner(node: SyntaxNode): HclExpression {
    return this.#deeper().read(node)
  }

  #deeper(): Reader {
    return new Reader(this.#file, this.#depth + 1)
  }

  #nameIn(node: SyntaxNode): string {
    const name = node.children.find(({ type }) => type === 'identifier')
    if (!name) throw this.#unknown(node)
    return this.#text(name)
  }

  #text({ start, end }: SyntaxNode): string {
    return this.#file.text.slice(start, end)
  }

  #span({ start, end }: SyntaxNode): HclSpan {
    return { file: this.#file, start, end }
  }

  #unknown(node: SyntaxNode | undefined): HclError {
    const span = node ? this.#span(node) : { file: this.#file, start: 0, end: 0 }
    return new HclError('Fitout does not read this expression', span)
  }
}

// Conditionals group from the right: `a ? b : c ? d : e` chooses by `c` last. The grammar groups them from the left.
function chooseLast(
  test: HclExpression,
  rest: { readonly whenTrue: HclExpression; readonly whenFalse: HclExpression; readonly end: number },
): HclExpression {
  if (test.kind === 'conditional') {
    return { ...test, whenFalse: chooseLast(test.whenFalse, rest), end: rest.end }
  }
  return { kind: 'conditional', test, ...rest, file: test.file, start: test.start }
}

// `.name`, and `.0` as older versions wrote it.
function isAttributeStep({ type, children }: SyntaxNode): boolean {
  return type === 'get_attr' || (type === 'index' && children[0]?.type === 'legacy_index')
}

const operators: ReadonlySet<string> = new Set([
  '!',
  '-',
  '+',
  '*',
  '/',
  '%',
  '==',
  '!=',
  '<',
  '>',
  '<=',
  '>=',
  '&&',
  '||',
])

function bounds({ start, end }: { readonly start: number; readonly end: number }) {
  return { start, end }
}
