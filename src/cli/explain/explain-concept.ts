import { type ConceptName, concepts, isConcept } from '../../domain/words/concepts.ts'
import { jsonDocument } from '../io/json-document.ts'

type Output = 'text' | 'json'

/** What a word means that Fitout uses, and where to read more. */
export function explainConcept(name: ConceptName, output: Output): string {
  const { means, docs } = concepts[name]
  if (output === 'json') return jsonDocument('Concept', { name, means, docs })
  return `${name}: ${means}\n\nMore: ${docs}\n`
}

/** Lists the words, each with the first sentence of what it means. */
export function listConcepts(output: Output): string {
  const rows = Object.keys(concepts)
    .filter(isConcept)
    .map(name => ({ name, means: concepts[name].means }))
  if (output === 'json') return jsonDocument('ConceptList', { concepts: rows })
  const width = Math.max(...rows.map(({ name }) => name.length))
  const lines = rows.map(({ name, means }) => `${name.padEnd(width)}  ${firstSentence(means)}\n`)
  return `${lines.join('')}\nReasons: fitout explain causes. Presets: fitout explain preset.\n`
}

function firstSentence(text: string): string {
  const [first = text] = /^.*?(?:\.(?= |$)|: )/.exec(text) ?? []
  return first.replace(/[.: ]+$/, '')
}
