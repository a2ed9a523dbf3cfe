import type { FitoutStep } from '../../api/schema/fitout-schema.ts'

/** An object of a proof, as a person writes it in a Fitout. */
export type ProvenObject = NonNullable<FitoutStep['proof']['objects']>[number]

/** A proof that needs no more than a name. It is data: what it says here is what is proven. */
export interface Preset {
  /** What is known once it holds, in one sentence. */
  readonly proves: string
  /** Whether the API server itself must say at `/readyz` that it is ready. */
  readonly asksReadyz: boolean
  /** What `with` may hold. */
  readonly settings: Readonly<Record<string, Setting>>
  /** In the order in which a person would look: of two that are equally bad the first is named. */
  readonly objects: readonly PresetObject[]
}

/** What one entry of `with` may be. A name may hold `${CLUSTER_NAME}` and `${CLUSTER_NAMESPACE}`. */
export type Setting = SettingType & { readonly about: string }

type SettingType =
  | { readonly type: 'name' | 'namespace'; readonly default?: string; readonly isRequired?: true }
  | { readonly type: 'names'; readonly default: readonly string[]; readonly oneOf?: readonly string[] }
  | { readonly type: 'choice'; readonly default: string; readonly oneOf: readonly string[] }
  | { readonly type: 'boolean'; readonly default: boolean }
  | ReferenceSetting

/** Names one object: `{kind, name, namespace}`. It has no default: without it nothing is asked. */
export interface ReferenceSetting {
  readonly type: 'reference'
  /** The kinds to choose from. With only one the kind need not be given. */
  readonly kinds: readonly string[]
  /** The setting that holds its namespace unless it has one of its own. */
  readonly namespace: string
}

/**
 * An object of a preset: as in a Fitout, with the settings as variables.
 *
 * A setting stands in it by its name, `${namespace}`; a reference by its parts, `${source_kind}`.
 */
export interface PresetObject extends Omit<ProvenObject, 'cluster'> {
  /** Only asked if the setting is so. A list is so if it holds the value. */
  readonly when?: When
  /** Asked once for each item of this setting, which is `${item}`. */
  readonly forEach?: string
  /** Enough that `count` of those found are Current; otherwise all must be. */
  readonly isEnough?: true
}

/** What a setting must be for an object to be asked for. */
export type When =
  | { readonly setting: string; readonly is: string | boolean }
  | { readonly setting: string; readonly isGiven: boolean }
