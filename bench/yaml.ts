import { CORE_SCHEMA, dump, loadAll } from 'js-yaml'
import { parseAllDocuments } from 'yaml'
import { writeDocuments } from '../src/domain/yaml/document/join-documents.ts'
import { readDocuments } from '../src/domain/yaml/document/read-documents.ts'
import { compare } from './compare.ts'
import { sampleDefinition } from './sample-definition.ts'
import type { Subject } from './subject.ts'

const ROUNDS = 5
const DOCUMENTS = 15

const definitions = Array.from({ length: DOCUMENTS }, (_, index) => sampleDefinition(index, 4))
const text = writeDocuments(definitions)
const megabytes = text.length / 1e6
const work = { amount: megabytes, unit: 'MB' }
const what = `${DOCUMENTS} CustomResourceDefinitions, ${megabytes.toFixed(1)} MB, median of ${ROUNDS} runs`

/** Packs of manifests are megabytes, and are read by every command. */
export const yamlRead: Subject = {
  name: 'yaml, reading',
  summary: what,
  measure: () =>
    compare(
      [
        { name: 'js-yaml, core schema', work, run: () => void loadAll(text, { schema: CORE_SCHEMA }) },
        { name: 'readDocuments', work, run: () => void readDocuments(text) },
        {
          name: 'yaml',
          work,
          run: () => void [...parseAllDocuments(text)].map(each => each.toJS() as unknown),
        },
      ],
      ROUNDS,
    ),
}

/** Every pack and every rendered repository is written. */
export const yamlWrite: Subject = {
  name: 'yaml, writing',
  summary: what,
  measure: () =>
    compare(
      [
        {
          name: 'js-yaml',
          work,
          run: () => void definitions.map(each => dump(each, { lineWidth: -1, noRefs: true })),
        },
        { name: 'writeDocuments', work, run: () => void writeDocuments(definitions) },
      ],
      ROUNDS,
    ),
}
