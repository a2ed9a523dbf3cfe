import type { HclAttribute, Block, Body } from '../hcl/body.ts'
import type { HclExpression } from '../hcl/expression.ts'
import { subExpressions } from '../evaluate/write-expression.ts'
import type { ModuleSource } from './module-source.ts'

/** A place of a module that refers to a release. */
export interface ReleaseReference {
  /** `helm_release.karpenter`. */
  readonly target: string
  readonly at: HclExpression
  /** The block of the file in which it stands. */
  readonly owner: Block
  /** The list of `depends_on`, if the reference is all of an item of it. */
  readonly dependsOn: HclAttribute | undefined
}

/** Finds what refers to releases of a module. */
export function releaseReferences({ bodies }: ModuleSource): readonly ReleaseReference[] {
  return bodies.flatMap(({ blocks }) => blocks.flatMap(owner => inBody(owner.body, owner)))
}

function inBody({ attributes, blocks }: Body, owner: Block): readonly ReleaseReference[] {
  return [
    ...attributes.flatMap(attribute => inAttribute(attribute, owner)),
    ...blocks.flatMap(block => inBody(block.body, owner)),
  ]
}

function inAttribute(attribute: HclAttribute, owner: Block): readonly ReleaseReference[] {
  const { name, value } = attribute
  if (name !== 'depends_on' || value.kind !== 'list') {
    return referencesIn(value).map(({ target, at }) => ({ target, at, owner, dependsOn: undefined }))
  }
  return value.items.flatMap(item => {
    const target = targetOf(item)
    if (target !== undefined) return [{ target, at: item, owner, dependsOn: attribute }]
    return referencesIn(item).map(one => ({
      ...one,
      owner,
      dependsOn: isIndexed(item) ? attribute : undefined,
    }))
  })
}

// `helm_release.x[0]` waits for all of helm_release.x, too.
function isIndexed(item: HclExpression): boolean {
  return item.kind === 'index' && targetOf(item.of) !== undefined
}

function referencesIn(
  expression: HclExpression,
): readonly { readonly target: string; readonly at: HclExpression }[] {
  const target = targetOf(expression)
  if (target !== undefined) return [{ target, at: expression }]
  return subExpressions(expression).flatMap(referencesIn)
}

/** `helm_release.x`, also as `resource.helm_release.x`. */
function targetOf(expression: HclExpression): string | undefined {
  if (expression.kind !== 'attribute') return undefined
  const { of, name } = expression
  if (of.kind === 'variable' && of.name === 'helm_release') return `helm_release.${name}`
  const isLong =
    of.kind === 'attribute' &&
    of.name === 'helm_release' &&
    of.of.kind === 'variable' &&
    of.of.name === 'resource'
  return isLong ? `helm_release.${name}` : undefined
}
