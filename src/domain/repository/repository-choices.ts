/** Ways to bring Flux and add-ons to clusters; docs/guides/fleet-repository.md returns which one is for whom. */
export const PATTERNS = ['crs', 'flux-cli', 'flux-cli-kas', 'flux-operator', 'terraform'] as const

/** How an add-on is written: one release for all clusters, or a base with an overlay for each cluster. */
export const LAYOUTS = ['helm', 'kustomize'] as const

/** Where the repository is hosted: decides the CI files. */
export const FORGES = ['gitlab', 'github'] as const

/** How the credentials get into the repository by which clusters read it. */
export const CREDENTIALS = ['sops', 'external-secrets', 'none'] as const
