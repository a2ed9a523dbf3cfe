/** What to do about a targetPath or its value. */
export type PathAdvice =
  | { readonly code: 'CHANGE_PATH'; readonly path: string }
  | { readonly code: 'LITERAL_TRUE' }
  | { readonly code: 'REMOVE_LITERAL' }
  | { readonly code: 'QUOTE_VALUE' }
  | { readonly code: 'UNQUOTE_VALUE' }
  | { readonly code: 'TRIM_VALUE' }
  | { readonly code: 'VALUES_YAML' }
  | { readonly code: 'QUOTE_IN_CHART' }
  | { readonly code: 'REMOVE_INLINE' }

const sentences: Readonly<Record<Exclude<PathAdvice['code'], 'CHANGE_PATH'>, string>> = {
  LITERAL_TRUE:
    'set literal: true beside targetPath, from helm-controller 1.6 on, to keep the value as it is, as text',
  REMOVE_LITERAL: 'remove literal: true, so that the value gets its type',
  QUOTE_VALUE: 'put the stored value in double quotes to make it text; the quotes are removed',
  UNQUOTE_VALUE: 'store the value without quotes',
  TRIM_VALUE: 'store the value without spaces and line ends around it',
  VALUES_YAML: 'store YAML with the right type under the key, and omit targetPath',
  QUOTE_IN_CHART: 'make sure that the chart renders it with quote or toYaml',
  REMOVE_INLINE: 'remove it from spec.values',
}

/** Puts an advice into words. */
export function adviceSentence(advice: PathAdvice): string {
  if (advice.code !== 'CHANGE_PATH') return sentences[advice.code]
  return `write the targetPath as ${advice.path}`
}
