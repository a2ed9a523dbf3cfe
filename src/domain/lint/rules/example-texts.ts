/** For the examples of rules: a Kustomization of Flux. */
export function exampleFlux(name: string, path: string, more = ''): string {
  return `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata:\n  name: ${name}\n  namespace: flux-system\nspec:\n  interval: 10m\n  path: ${path}\n  prune: true\n  sourceRef:\n    kind: GitRepository\n    name: flux-system\n${more}`
}

/** For the examples of rules: a HelmRelease. */
export function exampleRelease(name: string, more = ''): string {
  return `apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata:\n  name: ${name}\n  namespace: apps\nspec:\n  interval: 10m\n  chartRef: {kind: OCIRepository, name: ${name}}\n${more}`
}

/** For the examples of rules: an OCIRepository. */
export function exampleSource(name: string, namespace = 'apps'): string {
  return `apiVersion: source.toolkit.fluxcd.io/v1\nkind: OCIRepository\nmetadata: {name: ${name}, namespace: ${namespace}}\nspec: {interval: 10m, url: "oci://ghcr.io/example/${name}"}\n`
}
