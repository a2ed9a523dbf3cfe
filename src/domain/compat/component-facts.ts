/** Where a fact was read. */
export interface FactSource {
  readonly url: string
  /** The day on which the source said so. */
  readonly asOf: string
}

/** What a project says about one of its minor releases. */
export interface ReleaseLine {
  /** Major and minor number, such as `2.9`. */
  readonly line: string
  /** The oldest and the newest minor release of Kubernetes that are named. */
  readonly kubernetes: readonly [oldest: string, newest: string]
  /** The patch that a minor release of Kubernetes must at least have. */
  readonly kubernetesPatches?: Readonly<Record<string, string>>
  /** The patch that this line must at least have for a minor release of Kubernetes. */
  readonly ownPatches?: Readonly<Record<string, string>>
  readonly support?: Support
  readonly source: FactSource
}

/** Until when a release is looked after. */
export interface Support {
  readonly ends: string
  /** From here on support is extended: it costs more. */
  readonly standardEnds?: string
  readonly source: FactSource
}

/** What a project means by a version of Kubernetes that it does not name. */
export type Unnamed = 'unsupported' | 'unknown'

/** All that is known about one component. */
export interface ComponentFacts {
  readonly title: string
  /** Cluster API also stands outside, and manages the cluster. */
  readonly relation: 'runs' | 'manages'
  readonly older: Unnamed
  readonly newer: Unnamed
  /** The oldest version for each minor release of Kubernetes, where the project publishes that. */
  readonly minimums?: { readonly byKubernetes: Readonly<Record<string, string>>; readonly source: FactSource }
  readonly lines: readonly ReleaseLine[]
}

/** The facts by which something is judged, and by which names their components are found. */
export interface CompatFacts {
  readonly components: ReadonlyMap<string, ComponentFacts>
  /** Components by the name of a chart, beside those that Fitout knows. */
  readonly charts: ReadonlyMap<string, string>
  /** Components by the end of the path of an image, beside those that Fitout knows. */
  readonly images: ReadonlyMap<string, string>
}
