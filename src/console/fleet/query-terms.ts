/** The words of a query, each of which a reader can take away. */
export function termsOf(query: string): readonly string[] {
  return query.split(/\s+/).filter(term => term !== '')
}

/** The query without one of its words. */
export function withoutTerm(query: string, term: string): string {
  const terms = termsOf(query)
  const index = terms.indexOf(term)
  return terms.filter((_, at) => at !== index).join(' ')
}

/** Asks for one thing, or no longer: what else of its kind was asked for goes. */
export function toggleTerm(query: string, term: string, standard: string): string {
  const terms = termsOf(query)
  if (terms.includes(term)) return withoutTerm(query, term) || standard
  const [key = ''] = term.split(':')
  const others = terms.filter(one => one.replace(/^-/, '').split(':')[0] !== key && one !== standard)
  return [...others, term].join(' ')
}
