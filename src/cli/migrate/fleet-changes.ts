import { addOnSchema, type AddOn, type AddOnManifest } from '../../domain/repository/add-on-schema.ts'
import { describeIssue } from '../../domain/validation/describe-issue.ts'
import { formatApiProblem } from '../../domain/validation/api-problem.ts'
import { isFields } from '../../domain/object/fields.ts'
import { readGoYaml } from '../../domain/yaml/read-go-yaml.ts'
import type { YamlValue } from '../../domain/yaml/yaml-value.ts'
import { PLANS } from '../../scaffold/places.ts'
import { yamlFile } from '../../scaffold/write/yaml-file.ts'
import { planAddOn } from '../add/run-add.ts'
import type { Io } from '../io/io.ts'
import type { FoundRepository } from '../repository/find-repository.ts'
import { Changes } from '../repository/plan-changes.ts'
import { namesIn } from '../repository/records.ts'
import { type FileChange, readTextFile } from '../repository/write-files.ts'

/** The files of the fleet repository that become others when add-ons are added. */
export function fleetChanges(
  addOns: readonly AddOnManifest[],
  found: FoundRepository,
  { io, profile }: { readonly io: Io; readonly profile: string | undefined },
): readonly FileChange[] {
  const changes = new Changes(found.root)
  for (const manifest of addOns) {
    const addOn = parsedAddOn(manifest)
    changes.create(`add-ons/${addOn.name}.yaml`, addOnFile(manifest))
    planAddOn(addOn, found, { profile, io, changes })
  }
  return changes.list()
}

/** An add-on with its defaults. What Fitout made and cannot read is a bug. */
export function parsedAddOn(manifest: AddOnManifest): AddOn {
  const { data, error } = addOnSchema.safeParse(manifest, { reportInput: true })
  if (data) return data
  throw new TypeError(
    `add-on ${manifest.name}: ${error.issues.map(issue => formatApiProblem(describeIssue(issue))).join('; ')}`,
  )
}

function addOnFile(manifest: AddOnManifest): string {
  const head = 'Made by `fitout migrate terraform`. It is yours from here on: `fitout add` reads it again.'
  return yamlFile(head, [addOnValue(manifest)])
}

/** An add-on as YAML has it. */
export function addOnValue(manifest: AddOnManifest): Readonly<Record<string, YamlValue>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an add-on is what YAML can have
  return manifest as unknown as Readonly<Record<string, YamlValue>>
}

/** The names that an add-on cannot have any more: of other add-ons, and of steps. */
export function takenNames(
  { root, repository }: FoundRepository,
  profile: string | undefined,
): ReadonlySet<string> {
  const own = namesIn(root, 'add-ons').map(name => name.replace(/\.yaml$/, ''))
  const text = readTextFile(root, `${PLANS}/${profile ?? repository.profile}.yaml`)
  const plan = text === undefined ? null : readGoYaml(text)
  const spec = isFields(plan) && isFields(plan['spec']) ? plan['spec'] : {}
  const steps = Array.isArray(spec['steps']) ? spec['steps'] : []
  const names = steps.flatMap(step => (isFields(step) ? [String(step['name'])] : []))
  return new Set([...own, ...names, ...Object.keys(repository.versions.addOns)])
}
