import { CORE_SCHEMA, dump, loadAll } from 'js-yaml'
import { parseAllDocuments } from 'yaml'
import { writeDocuments } from '../src/domain/yaml/document/join-documents.ts'
import { readDocuments } from '../src/domain/yaml/document/read-documents.ts'
import type { YamlValue } from '../src/domain/yaml/yaml-value.ts'
import { compare } from './compare.ts'
import type { Subject } from './subject.ts'

const ROUNDS = 5
const DOCUMENTS = 15
const names = ['template', 'selector', 'conditions', 'strategy', 'reference']

const definitions = Array.from({ length: DOCUMENTS }, (_, index) => definition(index))
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

function definition(index: number): YamlValue {
  const name = `widget${index}s`
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${name}.example.com`,
      annotations: { 'controller-gen.kubebuilder.io/version': 'v0.21.0' },
    },
    spec: {
      group: 'example.com',
      names: { kind: 'Widget', listKind: 'WidgetList', plural: name, shortNames: ['wd'] },
      scope: 'Namespaced',
      versions: [{ name: 'v1', schema: { openAPIV3Schema: schema(4) }, served: true, storage: true }],
    },
  }
}

/** A schema with the mix of real ones: mostly descriptions of a line or three, types, few numbers and patterns. */
function schema(depth: number): YamlValue {
  const properties = Object.fromEntries(
    Array.from({ length: depth === 0 ? 0 : 5 }, (_, index) => [`${names[index]}${depth}`, schema(depth - 1)]),
  )
  return {
    description: `${names[depth]} says what the controller shall do with this part of the object.\nIt may be left out.`,
    maxLength: 253,
    pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$',
    ...(depth === 0 ? {} : { properties, required: Object.keys(properties).slice(0, 2) }),
    type: depth === 0 ? 'string' : 'object',
    'x-kubernetes-preserve-unknown-fields': true,
  }
}
