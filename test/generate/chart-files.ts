import * as z from 'zod'
import { crdOf, kinds } from '../../src/domain/install/crd.ts'
import { defaultValues, installValuesSchema } from '../../src/domain/install/install-values.ts'
import { type InstalledObject, installed } from '../../src/domain/install/installed-object.ts'
import { alertRules, dashboardConfigMap } from '../../src/domain/install/monitoring/monitoring.ts'
import { consolePermissions } from '../../src/domain/install/objects/console-permissions.ts'
import { gatePolicies } from '../../src/domain/install/objects/gate-policies.ts'
import { handOverPolicy } from '../../src/domain/install/objects/hand-over-policy.ts'
import { ownWritesPolicy } from '../../src/domain/install/objects/own-writes-policy.ts'
import {
  bindingEverywhere,
  boundRoles,
  controllerRole,
  fluxProofsRole,
  managementProofsRole,
} from '../../src/domain/install/objects/permissions.ts'
import { account } from '../../src/domain/install/objects/surroundings.ts'
import { writeYaml } from '../../src/domain/yaml/write/write-yaml.ts'
import type { YamlValue } from '../../src/domain/yaml/yaml-value.ts'
import { manifestText } from './deploy-files.ts'

const FOLDER = 'charts/fitout'
const HEADER = '# Made by `make generate` from src/domain/install. Do not edit.\n'
const { namespace } = installed

/** In place of the users of the policy for gates: the chart fills them in. */
const OPERATORS = 'the-operators'

/** The files of the chart that are made: its values, their schema, and all objects that need no template. */
export function chartFiles(version: string): ReadonlyMap<string, string> {
  const files = {
    permissions: [account(namespace), controllerRole(), managementProofsRole()],
    everywhere: boundRoles.map(role => bindingEverywhere(role, namespace)),
    'management-proofs-flux': [fluxProofsRole()],
    'admission-policy': [...ownWritesPolicy(namespace), ...handOverPolicy()],
    'gate-policy': gatePolicies({ namespace, operators: [OPERATORS] }),
    'console-permissions': consolePermissions(namespace),
    monitoring: [alertRules(namespace), dashboardConfigMap(namespace)],
    crds: kinds.map(kind => kept(crdOf(kind))),
  }
  return new Map([
    [`${FOLDER}/Chart.yaml`, HEADER + chartText(version)],
    [`${FOLDER}/values.yaml`, HEADER + valuesText()],
    [`${FOLDER}/values.schema.json`, `${JSON.stringify(schemaOf(), undefined, 2)}\n`],
    ...Object.entries(files).map(
      ([name, objects]) => [`${FOLDER}/files/${name}.yaml`, manifestText(objects)] as const,
    ),
  ])
}

// Without its kinds the chart could be removed only together with every Fitout.
function kept(crd: InstalledObject): InstalledObject {
  const annotations = { 'helm.sh/resource-policy': 'keep' }
  return { ...crd, metadata: { ...crd.metadata, annotations } }
}

function chartText(version: string): string {
  return writeYaml({
    apiVersion: 'v2',
    name: 'fitout',
    description: 'Fits out Cluster API clusters, step by step, and proves each step',
    type: 'application',
    version,
    appVersion: version,
    kubeVersion: '>=1.30.0-0',
  })
}

interface Described {
  readonly description?: string
  readonly properties?: Readonly<Record<string, Described>>
}

function schemaOf(): Described {
  return z.toJSONSchema(installValuesSchema, { target: 'draft-7', override: laxly }) as Described
}

// Helm gives what is not set its default before it looks at the schema, and adds `global` by itself.
function laxly({
  path,
  jsonSchema,
}: {
  path: readonly unknown[]
  jsonSchema: Record<string, unknown>
}): void {
  delete jsonSchema['required']
  if (path.length > 0) return
  jsonSchema['properties'] = { ...(jsonSchema['properties'] as object), global: { type: 'object' } }
}

/** The default values, each with what the schema says of it. */
function valuesText(): string {
  const { properties = {} } = schemaOf()
  return Object.entries(defaultValues)
    .map(([name, value]) => valueText(name, value, properties[name] ?? {}))
    .join('\n')
}

function valueText(name: string, value: unknown, { description = '', properties }: Described): string {
  const comment = `# ${description}\n`
  if (properties === undefined || name === 'resources')
    return comment + writeYaml({ [name]: value as YamlValue })
  const inner = Object.entries(value as object).map(([key, part]) =>
    valueText(key, part, properties[key] ?? {}),
  )
  return `${comment}${name}:\n${inner.join('').replaceAll(/^(?=.)/gm, '  ')}`
}
