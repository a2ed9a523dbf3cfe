import {
  API_VERSION,
  NAME_VARIABLES,
  OWN_DOMAINS,
  PRESETS,
  RESERVED_DOMAINS,
  names,
} from '../../src/domain/api/api-names.ts'
import { type OwnKind, kinds, rootSchema } from '../../src/domain/install/crd.ts'
import { fieldRows } from './field-rows.ts'
import { problemRows } from './problem-rows.ts'

/** The reference of both kinds, as Markdown. */
export function apiPage(): string {
  return [intro, ...kinds.map(kindSection), namesSection(), problemsSection()].join('\n')
}

const intro = `<!-- Made by \`make generate\` from src/domain/api/schema. Do not edit. -->

# The API: \`${API_VERSION}\`

Two kinds, both namespaced, beside the Clusters they are about. A [Fitout](#fitout) is the plan that people write; a
[ClusterFitout](#clusterfitout) says how far one cluster is, and Fitout writes it. Samples are in \`api/samples\`, and in
\`api/samples/wrong\` one for each thing that can be wrong. The CustomResourceDefinitions are in \`api/crds\`; they carry the labels
that \`clusterctl move\` looks for.

\`readFitout(object)\` and \`lintFitout(object)\` of \`src/domain/validation/read-fitout.ts\` check everything on this page, in a browser, too.
\`orderSteps(steps)\` puts steps in the order in which they can be done.
`

function kindSection(kind: OwnKind): string {
  const { description = '', properties = {} } = rootSchema(kind.schema)
  const rows = Object.entries({ spec: properties['spec'] ?? {}, status: properties['status'] ?? {} }).flatMap(
    ([name, schema]) => [
      `| \`${name}\` | object | ${objectMeaning(schema)} |`,
      ...fieldRows(schema, name).map(
        row =>
          `| \`${row.field}\` | ${row.type} | ${[row.description, sentence(row.rules)].filter(Boolean).join(' ')} |`,
      ),
    ],
  )
  const columns = kind.columns
    .map(({ name, priority }) => (priority ? `${name} (\`-o wide\`)` : name))
    .join(', ')
  return `## ${kind.kind}

${description}

\`kubectl get ${kind.plural}\`, or \`${kind.shortName}\`, shows: Name, ${columns}.

| field | type | meaning and rules |
|---|---|---|
${rows.map(cell).join('\n')}
`
}

function objectMeaning({ description, ...schema }: ReturnType<typeof rootSchema>): string {
  const rules = (schema['x-kubernetes-validations'] ?? []).map(({ message }) => message)
  return [description, sentence(rules)].filter(Boolean).join(' ')
}

function sentence(rules: readonly string[]): string {
  return rules.length === 0 ? '' : `*${rules.join('; ')}*`
}

// Only what stands between the outer bars may hold a bar.
function cell(row: string): string {
  return `| ${row
    .slice(2, -2)
    .split(' | ')
    .map(text => text.replaceAll('|', '\\|'))
    .join(' | ')} |`
}

function namesSection(): string {
  return `## Names

| name | on | by | meaning |
|---|---|---|---|
| label \`${names.profileLabel}\` | Cluster | people | the profile of the Cluster, if the Fitouts select by this label |
| label \`${names.shardLabel}\` | Cluster | people | the shard whose controller reconciles it: [shards](../guides/operations.md#shards) |
| label \`${names.addresseeLabel}\` | Cluster | Fitout | its own UID, which the ClusterResourceSets of its hand-overs select |
| condition \`${names.clusterCondition}\` | Cluster | Fitout | what \`spec.availabilityGates\` can name |
| label \`${names.ownerLabel}\` | every object that Fitout makes for a cluster | Fitout | the UID of the Cluster |
| label \`${names.stepLabel}\` | every object that Fitout makes for a step | Fitout | the name of the step |
| annotation \`${names.refreshAnnotation}\` | ClusterFitout | people | look at everything again now; its value is any text that is new |
| field manager \`${names.fieldManager}\` | everything | Fitout | who writes, in \`managedFields\` |

A gate must not be in these domains, nor in any below them: ${coded(RESERVED_DOMAINS)}; nor in these: ${coded(OWN_DOMAINS)}.
Presets are ${coded(PRESETS)}. These variables are allowed in names of objects: ${coded(NAME_VARIABLES)}.
`
}

function problemsSection(): string {
  const rows = Object.entries(problemRows).map(
    ([code, { meaning, by }]) => `| \`${code}\` | ${meaning} | ${refuser[by]} |`,
  )
  return `## Problems

Every problem has a code and the path of its field. Some problems are rejected by the API server; those that only Fitout can
detect are in the status of the Fitout, and \`fitout lint\` reports them before.

| code | meaning | refused by |
|---|---|---|
${rows.join('\n')}
`
}

const refuser = {
  'API server': 'API server, Fitout',
  Fitout: 'Fitout',
  either: 'API server in part, Fitout',
} as const

function coded(words: readonly string[]): string {
  return words.map(word => `\`${word}\``).join(', ')
}
