/** What `fitout why -o json` says, as far as it is judged. Read as any program would: from the JSON. */
export interface Answer {
  readonly reason: string
  readonly sentence: string
  readonly state?: string
  readonly evidence: readonly unknown[]
  readonly next: readonly Advice[]
}

export interface Advice {
  readonly text: string
  readonly command?: string
  readonly patch?: string
}

/** Everything that the evidence says, as one text. */
export function evidenceText({ evidence }: Answer): string {
  return evidence.map(wordsOf).join('\n')
}

function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return String(value)
  const { kind, namespace, name } = value as Readonly<Record<string, unknown>>
  const object =
    typeof kind === 'string' && typeof name === 'string'
      ? [`${kind} ${typeof namespace === 'string' ? `${namespace}/` : ''}${name}`]
      : []
  return [...object, ...Object.values(value).map(wordsOf)].join(' ')
}
