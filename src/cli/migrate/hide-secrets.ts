import type { Body } from '../../migrate/hcl/body.ts'
import type { HclExpression } from '../../migrate/hcl/expression.ts'
import { subExpressions } from '../../migrate/evaluate/write-expression.ts'
import type { LoadedModules } from '../../migrate/module/load-modules.ts'
import { mayBeTrue } from '../../migrate/module/module-instance.ts'

/** The texts that stand in files where something secret stands: nobody shall read them in a patch. */
export function secretTexts({ instances }: LoadedModules): readonly string[] {
  const bodies = new Set(instances.flatMap(({ source }) => source.bodies))
  const found = [...bodies].flatMap(({ blocks }) =>
    blocks.flatMap(block => {
      if (block.type === 'variable' && mayBeTrue(block, 'sensitive')) return allTexts(block.body)
      return block.type === 'resource' && block.labels[0] === 'helm_release' ? releaseTexts(block.body) : []
    }),
  )
  const hidden = [...bodies].flatMap(body => allExpressions(body).flatMap(sensitiveArguments))
  // Brackets and commas of a text with several lines are no secret.
  return [...new Set([...found, ...hidden])].filter(text => /[\p{L}\p{N}]/u.test(text))
}

const secretAttributes: ReadonlySet<string> = new Set(['repository_password', 'set_sensitive', 'set_wo'])
const secretKey = /passw|token|secret|credential|key$/i

function releaseTexts({ attributes, blocks }: Body): readonly string[] {
  const own = attributes.flatMap(({ name, value }) =>
    secretAttributes.has(name) ? valuesIn(value) : keyedTexts(value),
  )
  const inner = blocks.flatMap(block => {
    const isSecret = block.type === 'set_sensitive' || block.labels[0] === 'set_sensitive'
    if (isSecret) return entryTexts(block.body)
    const name = block.body.attributes.find(attribute => attribute.name === 'name')?.value
    const isNamed = name?.kind === 'literal' && secretKey.test(String(name.value))
    return isNamed ? entryTexts(block.body) : releaseTexts(block.body)
  })
  return [...own, ...inner]
}

/** The texts of a block but its names. */
function entryTexts({ attributes, blocks }: Body): readonly string[] {
  const own = attributes.flatMap(({ name, value }) =>
    name === 'name' || name === 'type' ? [] : valuesIn(value),
  )
  return [...own, ...blocks.flatMap(block => entryTexts(block.body))]
}

/** The texts of entries but what they are called. */
function valuesIn(expression: HclExpression): readonly string[] {
  if (expression.kind === 'object') {
    return expression.entries.flatMap(({ key, value }) => {
      const isName = key.kind === 'literal' && (key.value === 'name' || key.value === 'type')
      return isName ? [] : valuesIn(value)
    })
  }
  return expression.kind === 'list' ? expression.items.flatMap(valuesIn) : textsIn(expression)
}

/** Texts that stand behind a key or a name that sounds like a secret: in objects, and in YAML. */
function keyedTexts(expression: HclExpression): readonly string[] {
  if (expression.kind === 'object') {
    const name = expression.entries.find(({ key }) => isLiteral(key, 'name'))?.value
    const isNamed = name?.kind === 'literal' && secretKey.test(String(name.value))
    return expression.entries.flatMap(({ key, value }) =>
      (key.kind === 'literal' && secretKey.test(String(key.value))) || (isNamed && isLiteral(key, 'value'))
        ? valuesIn(value)
        : keyedTexts(value),
    )
  }
  if (expression.kind === 'template')
    return settingsIn(expression.parts.map(part => (part.kind === 'text' ? part.text : '\n')).join(''))
  if (expression.kind === 'literal' && typeof expression.value === 'string')
    return settingsIn(expression.value)
  return subExpressions(expression).flatMap(keyedTexts)
}

function isLiteral(expression: HclExpression, text: string): boolean {
  return expression.kind === 'literal' && expression.value === text
}

/** The values of lines such as `password: x`, `password=x`, and of `value: x` below `name: DB_PASSWORD`. */
function settingsIn(text: string): readonly string[] {
  let name = ''
  return [
    ...text.matchAll(/^[\s-]*["']?([\w.-]+)["']?[ \t]*[:=][ \t]*["']?([^\s"'#][^\n]*?)["']?[ \t]*$/gm),
  ].flatMap(([, key = '', value = '']) => {
    const isNamed = key === 'value' && secretKey.test(name)
    if (key === 'name') name = value
    return isNamed || secretKey.test(key) ? [value] : []
  })
}

function textsIn(expression: HclExpression): readonly string[] {
  if (expression.kind === 'literal') return typeof expression.value === 'string' ? [rawOf(expression)] : []
  if (expression.kind === 'template') {
    const texts = expression.parts.flatMap(part =>
      part.kind === 'text' ? part.text.split('\n').map(line => line.trim()) : [],
    )
    return [...texts, ...subExpressions(expression).flatMap(textsIn)]
  }
  return subExpressions(expression).flatMap(textsIn)
}

// As it stands in the file, with its escapes.
function rawOf({ file, start, end }: HclExpression): string {
  return file.text.slice(start, end).replaceAll(/^"|"$/g, '')
}

function allTexts(body: Body): readonly string[] {
  return body.attributes.filter(({ name }) => name === 'default').flatMap(({ value }) => valuesIn(value))
}

function allExpressions({ attributes, blocks }: Body): readonly HclExpression[] {
  return [...attributes.map(({ value }) => value), ...blocks.flatMap(({ body }) => allExpressions(body))]
}

function sensitiveArguments(expression: HclExpression): readonly string[] {
  if (expression.kind === 'call' && expression.name === 'sensitive') return textsIn(expression)
  return subExpressions(expression).flatMap(sensitiveArguments)
}

/** A text of fewer letters stands in other words by chance, so that it is hidden only where a whole value stands. */
const MIN_LETTERS = 6

/** Hides texts in what is shown. */
export function hideTexts(text: string, secrets: readonly string[]): string {
  return secrets
    .toSorted((one, other) => other.length - one.length)
    .reduce(
      (shown, secret) =>
        secret.length < MIN_LETTERS
          ? shown.replaceAll(wholeValue(secret), '(sensitive)')
          : shown.replaceAll(secret, '(sensitive)'),
      text,
    )
}

function wholeValue(secret: string): RegExp {
  const escaped = secret.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
  return new RegExp(`(?<=["'}]|[:=] *)${escaped}(?=["'$%]|[ \\t]*$)`, 'gm')
}
