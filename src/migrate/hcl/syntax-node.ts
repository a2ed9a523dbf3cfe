/** A node of the tree that the grammar of HCL gives. Offsets count UTF-16 units, as strings of JavaScript do. */
export interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly end: number
  /** Whether the grammar could not make sense of this text, or made it up. */
  readonly isBroken: boolean
  readonly children: readonly SyntaxNode[]
}

/** Parses HCL. Text that is no HCL gives a tree with broken nodes, never an error. */
export type ParseHcl = (text: string) => SyntaxNode
