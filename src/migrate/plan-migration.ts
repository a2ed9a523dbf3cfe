import type { Block } from './hcl/body.ts'
import type { HclExpression } from './hcl/expression.ts'
import { placeOf, type HclPlace } from './hcl/source-file.ts'
import type { LoadedModules, UnreadModule } from './module/load-modules.ts'
import type { ModuleSource } from './module/module-source.ts'
import { type ReleaseReference, releaseReferences } from './module/references.ts'
import { OutputPlan } from './outputs/output-plan.ts'
import { findReleases, type ReleaseBlock } from './release/find-releases.ts'
import { type FoundRelease, readHelmRelease, type HelmRelease } from './release/read-release.ts'
import { type PlacedReason, reasonAt } from './release/reason.ts'
import type { FileEdits } from './write/terraform-edits.ts'
import { blockEdit, dependsOnEdits, outputsEdit } from './write/terraform-edits.ts'
import { forgettingOf, type TerraformVersion } from './write/terraform-version.ts'
import { type AddOnNames, type MigratedAddOn, releaseAddOn } from './write/release-add-on.ts'

/** A block of Terraform and what becomes of it. */
export interface BlockResult {
  readonly block: Block
  /** `helm_release.karpenter`, with the address of its module. */
  readonly address: string
  readonly place: HclPlace
  readonly moved: readonly MovedRelease[]
  /** Why it stays; empty if it moves. */
  readonly faults: readonly PlacedReason[]
  readonly notes: readonly PlacedReason[]
}

/** A release that Flux takes over. */
export interface MovedRelease {
  readonly release: HelmRelease
  readonly addOn: MigratedAddOn
}

/** What a migration of one configuration does. Nothing is written yet. */
export interface Migration {
  readonly results: readonly BlockResult[]
  /** Manifests that Terraform applies itself, and keeps. */
  readonly beside: readonly { readonly address: string; readonly place: HclPlace }[]
  readonly unread: readonly UnreadModule[]
  readonly version: TerraformVersion
  readonly edits: readonly FileEdits[]
  /** Commands that people run before the next plan. */
  readonly stateCommands: readonly string[]
}

/** What a migration is planned with. */
export interface MigrationChoices {
  /** The Secret with the outputs, beside the Cluster. */
  readonly secret: string
  readonly terraformVersion: string | undefined
  /** Names of add-ons that are taken. */
  readonly taken: ReadonlySet<string>
  /** Releases that must stay, by address, with the reason: what a proof has shown. */
  readonly refused: ReadonlyMap<string, string>
}

/** Plans how the releases of a configuration leave Terraform. A block moves whole, with all its instances, or stays. */
export function planMigration(
  { root, instances, unread }: LoadedModules,
  choices: MigrationChoices,
): Migration {
  return new Planner(
    instances.map(({ source }) => source),
    { root, instances, unread },
    choices,
  ).plan()
}

interface Candidate {
  readonly found: ReleaseBlock
  readonly releases: readonly HelmRelease[]
  readonly faults: PlacedReason[]
}

class Planner {
  readonly #sources: ReadonlySet<ModuleSource>
  readonly #loaded: LoadedModules
  readonly #choices: MigrationChoices
  readonly #references: ReadonlyMap<ModuleSource, readonly ReleaseReference[]>

  constructor(sources: readonly ModuleSource[], loaded: LoadedModules, choices: MigrationChoices) {
    this.#sources = new Set(sources)
    this.#loaded = loaded
    this.#choices = choices
    this.#references = new Map([...this.#sources].map(source => [source, releaseReferences(source)]))
  }

  plan(): Migration {
    const { instances, root, unread } = this.#loaded
    const candidates = findReleases(instances).map(candidateOf)
    this.#refuseTwins(candidates)
    this.#refuseUnproven(candidates)
    const version = forgettingOf(root.source.settings, this.#choices.terraformVersion)
    // What one block keeps in Terraform can keep another one there, and outputs are planned for those that move only.
    for (;;) {
      this.#keepReferred(candidates)
      const outputs = new OutputPlan(instances)
      const moved = this.#addOns(candidates, outputs)
      if (!moved) continue
      const gone = candidates.filter(isMoving)
      return {
        results: candidates.map(candidate =>
          resultOf(candidate, moved, this.#notesOf(candidate, candidates)),
        ),
        beside: this.#beside(),
        unread,
        version,
        edits: this.#edits(gone, outputs, version),
        stateCommands: version.forgetting === 'state-rm' ? stateCommands(gone) : [],
      }
    }
  }

  // Two releases would be one HelmRelease.
  #refuseTwins(candidates: readonly Candidate[]): void {
    const seen = new Set(this.#choices.taken)
    for (const candidate of candidates) {
      for (const { name, block } of candidate.releases) {
        if (seen.has(name))
          candidate.faults.push(
            reasonAt(block, `there is another add-on ${name}: two releases of one name need two names`),
          )
        seen.add(name)
      }
    }
  }

  #refuseUnproven(candidates: readonly Candidate[]): void {
    for (const candidate of candidates) {
      for (const { address, block } of candidate.releases) {
        const words = this.#choices.refused.get(address)
        if (words !== undefined) candidate.faults.push(reasonAt(block, words))
      }
    }
  }

  /** A block that others refer to for more than to wait for it stays. */
  #keepReferred(candidates: readonly Candidate[]): void {
    for (let isChanged = true; isChanged;) {
      isChanged = false
      for (const candidate of candidates.filter(isMoving)) {
        const blocker = this.#referencesTo(candidate).find(
          ({ owner, dependsOn }) =>
            !dependsOn && !candidates.some(one => one.found.block === owner && isMoving(one)),
        )
        if (!blocker) continue
        const words = `${blockName(blocker.owner)} refers to it: Terraform would refuse the rest without it`
        candidate.faults.push(reasonAt(blocker.at, words))
        isChanged = true
      }
    }
  }

  #referencesTo({ found }: Candidate): readonly ReleaseReference[] {
    const source = [...this.#sources].find(one => one.folder === found.folder)
    return (source ? (this.#references.get(source) ?? []) : []).filter(({ target }) => target === found.name)
  }

  /** The add-ons of the blocks that move; undefined if one of them cannot, so that all is planned again. */
  #addOns(
    candidates: readonly Candidate[],
    outputs: OutputPlan,
  ): ReadonlyMap<HelmRelease, MigratedAddOn> | undefined {
    const made = new Map<HelmRelease, MigratedAddOn>()
    for (const candidate of candidates.filter(isMoving)) {
      for (const release of candidate.releases) {
        const addOn = releaseAddOn(release, this.#namesOf(release, candidate, candidates), outputs)
        if ('manifest' in addOn) made.set(release, addOn)
        else candidate.faults.push(...addOn)
      }
    }
    return candidates.filter(isMoving).every(({ releases }) => releases.every(one => made.has(one))) &&
      [...made.keys()].every(release =>
        candidates.some(one => isMoving(one) && one.releases.includes(release)),
      )
      ? made
      : undefined
  }

  #namesOf(release: HelmRelease, candidate: Candidate, candidates: readonly Candidate[]): AddOnNames {
    const { path, line } = placeOf(release.block)
    const waitsFor = candidates.filter(
      other =>
        other !== candidate &&
        isMoving(other) &&
        this.#referencesTo(other).some(({ owner }) => owner === candidate.found.block),
    )
    const dependsOn = waitsFor
      .flatMap(({ releases }) => releases)
      .filter(other => other.instance === release.instance)
      .map(({ name }) => name)
    return {
      name: release.name,
      secret: this.#choices.secret,
      dependsOn: dependsOn.slice(0, 8),
      place: `${path}:${line}`,
    }
  }

  #notesOf(candidate: Candidate, candidates: readonly Candidate[]): readonly PlacedReason[] {
    if (!isMoving(candidate)) return []
    const waiting = this.#referencesTo(candidate)
      .filter(({ dependsOn, owner }) => dependsOn && owner.labels[0] !== 'helm_release')
      .map(({ at, owner }) => reasonAt(at, `${blockName(owner)} no longer waits for it`))
    const own = candidate.found.block.body.attributes.find(({ name }) => name === 'depends_on')
    const items = own?.value.kind === 'list' ? own.value.items : []
    const gone = candidates.filter(isMoving)
    const isMapped = (item: HclExpression) =>
      gone.some(other =>
        this.#referencesTo(other).some(({ at }) => at.start >= item.start && at.end <= item.end),
      )
    const others = items.filter(item => !isMapped(item))
    const before = others.map(item =>
      reasonAt(
        item,
        `depends_on ${item.file.text.slice(item.start, item.end)} is not mapped: Flux does not wait for Terraform`,
      ),
    )
    return [...waiting, ...before]
  }

  #beside(): Migration['beside'] {
    return this.#loaded.instances.flatMap(({ source, address }) =>
      [...source.resources].flatMap(([name, block]) => {
        if (!/^(kubectl|kubernetes)_manifest\./.test(name)) return []
        return [{ address: address === '' ? name : `${address}.${name}`, place: placeOf(block) }]
      }),
    )
  }

  #edits(
    gone: readonly Candidate[],
    outputs: OutputPlan,
    { forgetting }: TerraformVersion,
  ): readonly FileEdits[] {
    const edits: FileEdits[] = gone.map(({ found: { block } }) => ({
      file: block.file,
      edits: [blockEdit(block, forgetting)],
    }))
    const owners = new Set(gone.map(({ found }) => found.block))
    const waiting = gone
      .flatMap(candidate => this.#referencesTo(candidate))
      .filter(({ owner }) => !owners.has(owner))
    for (const attribute of new Set(waiting.flatMap(({ dependsOn }) => dependsOn ?? []))) {
      const own = waiting.filter(({ dependsOn }) => dependsOn === attribute)
      edits.push({ file: attribute.file, edits: dependsOnEdits(attribute, own) })
    }
    for (const source of this.#sources) {
      const added = outputs.added().get(source.folder) ?? []
      const file = outputsFile(source)
      if (added.length > 0 && file) edits.push({ file, edits: [outputsEdit(file, added)] })
    }
    const files = [...new Set(edits.map(({ file }) => file))]
    return files.map(file => ({
      file,
      edits: edits.filter(one => one.file === file).flatMap(one => one.edits),
    }))
  }
}

/** Where outputs go: where others are, else beside the first release. */
function outputsFile({ files, outputs, resources }: ModuleSource): ModuleSource['files'][number] | undefined {
  const named = files.find(({ path }) => /(^|\/)outputs\.tf$/.test(path))
  const [first] = outputs.values()
  const release = [...resources].find(([name]) => name.startsWith('helm_release.'))?.[1]
  return named ?? first?.file ?? release?.file ?? files[0]
}

function candidateOf(found: ReleaseBlock): Candidate {
  const readings = found.found.map((one: FoundRelease) => readHelmRelease(one))
  return {
    found,
    releases: readings.flatMap(reading => (reading.ok ? [reading.release] : [])),
    faults: [
      ...found.faults,
      ...uniqueReasons(readings.flatMap(reading => (reading.ok ? [] : reading.faults))),
    ],
  }
}

function uniqueReasons(reasons: readonly PlacedReason[]): readonly PlacedReason[] {
  return reasons.filter(
    (one, at) =>
      reasons.findIndex(
        other => other.words === one.words && other.start === one.start && other.file === one.file,
      ) === at,
  )
}

/** Whether a block leaves Terraform. One without an instance is left alone. */
function isMoving({ faults, releases }: Candidate): boolean {
  return faults.length === 0 && releases.length > 0
}

function resultOf(
  candidate: Candidate,
  moved: ReadonlyMap<HelmRelease, MigratedAddOn>,
  notes: readonly PlacedReason[],
): BlockResult {
  const { found, releases, faults } = candidate
  const [first] = found.found
  const module = first && first.instance.address !== '' ? `${first.instance.address}.` : ''
  return {
    block: found.block,
    address: `${module}${found.name}`,
    place: placeOf(found.block),
    moved: releases.flatMap(release => {
      const addOn = isMoving(candidate) ? moved.get(release) : undefined
      return addOn ? [{ release, addOn }] : []
    }),
    faults:
      faults.length === 0 && releases.length === 0
        ? [reasonAt(found.block, 'its count is 0 here: nothing is installed by it')]
        : faults,
    notes: [...uniqueReasons(releases.flatMap(release => release.notes)), ...notes],
  }
}

function stateCommands(gone: readonly Candidate[]): readonly string[] {
  return gone.flatMap(({ found }) => {
    const addresses = new Set(
      found.found.map(({ instance }) =>
        instance.address === '' ? found.name : `${instance.address}.${found.name}`,
      ),
    )
    return [...addresses].map(address => `terraform state rm '${address}'`)
  })
}

function blockName({ type, labels }: Block): string {
  return type === 'resource' ? labels.join('.') : [type, ...labels].join('.')
}
