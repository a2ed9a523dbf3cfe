import type { AddOn, AddOnRelease } from '../../domain/repository/add-on-schema.ts'
import { mergeValues } from '../../domain/helm-values/merge-values.ts'
import { parseVersion } from '../../domain/versions/parse-version.ts'
import type { YamlValue } from '../../domain/yaml/yaml-value.ts'
import type { YamlManifest } from '../write/yaml-file.ts'

/** Where the objects of Flux are, and how they reach the cluster that they are about. */
export interface ReleaseTarget {
  /** The version of Flux that reads them. */
  readonly flux: string
  /** Namespace of the objects of Flux. */
  readonly namespace: string
  /** Before each name: empty on the cluster itself, the name of the cluster on a hub. */
  readonly prefix: string
  /** The Secret with the values of the cluster; undefined if the add-on needs none. */
  readonly values: string | undefined
  /** The Secret with the kubeconfig of the cluster; undefined if Flux runs there. */
  readonly kubeConfig?: string
  readonly labels?: Readonly<Record<string, string>>
}

/** The objects by which Flux finds the charts of an add-on. */
export function sourceObjects(addOn: AddOn, target: ReleaseTarget): readonly YamlManifest[] {
  return (addOn.releases ?? []).map(release => sourceObject(addOn, release, target))
}

/** The objects by which Flux installs the charts of an add-on. */
export function releaseObjects(addOn: AddOn, target: ReleaseTarget): readonly YamlManifest[] {
  return (addOn.releases ?? []).map(release => releaseObject(addOn, release, target))
}

function sourceObject(addOn: AddOn, release: AddOnRelease, target: ReleaseTarget): YamlManifest {
  const metadata = metadataOf(release.name, target)
  if (!isOci(release)) {
    return {
      apiVersion: 'source.toolkit.fluxcd.io/v1',
      kind: 'HelmRepository',
      metadata,
      spec: { interval: '1h', url: release.chart.url, ...credentialsOf(release, target) },
    }
  }
  return {
    apiVersion: 'source.toolkit.fluxcd.io/v1',
    kind: 'OCIRepository',
    metadata,
    spec: {
      interval: '1h',
      url: release.chart.url,
      layerSelector: {
        mediaType: 'application/vnd.cncf.helm.chart.content.v1.tar+gzip',
        operation: 'copy',
      },
      ref: referenceOf(versionOf(addOn, release)),
    },
  }
}

function credentialsOf({ chart }: AddOnRelease, { values }: ReleaseTarget): YamlManifest {
  return chart.credentials === true && values !== undefined ? { secretRef: { name: values } } : {}
}

// A registry has tags, not versions: of a range Flux takes the newest tag that fits.
function referenceOf(version: string): YamlManifest {
  return /^v?\d+\.\d+\.\d+[^\s,|]*$/.test(version) ? { tag: version } : { semver: version }
}

function releaseObject(addOn: AddOn, release: AddOnRelease, target: ReleaseTarget): YamlManifest {
  const { prefix, kubeConfig } = target
  const spec = {
    interval: '10m',
    releaseName: release.name,
    targetNamespace: addOn.namespace,
    ...(kubeConfig === undefined
      ? {}
      : { storageNamespace: addOn.namespace, kubeConfig: { secretRef: { name: kubeConfig } } }),
    ...chartOf(addOn, release, target),
    ...(release.dependsOn ? { dependsOn: release.dependsOn.map(name => ({ name: prefix + name })) } : {}),
    ...installOf(release, target),
  }
  return {
    apiVersion: 'helm.toolkit.fluxcd.io/v2',
    kind: 'HelmRelease',
    metadata: metadataOf(release.name, target),
    spec: { ...joined(spec, release.spec), ...valuesOf(release, target) },
  }
}

/** Puts more fields over those that are there, map by map. */
function joined(under: YamlManifest, over: AddOnRelease['spec']): YamlManifest {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what was read from YAML can be written as YAML
  return mergeValues(under, (over ?? {}) as YamlManifest)
}

function chartOf(addOn: AddOn, release: AddOnRelease, { prefix }: ReleaseTarget): YamlManifest {
  const name = prefix + release.name
  if (isOci(release)) return { chartRef: { kind: 'OCIRepository', name } }
  const sourceRef = { kind: 'HelmRepository', name }
  return {
    chart: {
      spec: { chart: release.chart.name ?? release.name, version: versionOf(addOn, release), sourceRef },
    },
  }
}

// On a spoke the API server answers before there are nodes, and the namespace is on another cluster than these objects.
function installOf({ crds }: AddOnRelease, { kubeConfig }: ReleaseTarget): YamlManifest {
  const shared = {
    ...(crds ? { crds } : {}),
    ...(kubeConfig ? { strategy: { name: 'RetryOnFailure' } } : {}),
  }
  const install = { ...(kubeConfig ? { createNamespace: true } : {}), ...shared }
  return {
    ...(Object.keys(install).length > 0 ? { install } : {}),
    ...(Object.keys(shared).length > 0 ? { upgrade: shared } : {}),
  }
}

function valuesOf(
  { values, handedOver, documents }: AddOnRelease,
  { flux, values: secret }: ReleaseTarget,
): YamlManifest {
  const from = { kind: 'Secret', name: secret ?? '' }
  const texts = Object.entries(handedOver ?? {}).map(([valuesKey, targetPath]) => ({
    ...from,
    valuesKey,
    targetPath,
    // Without it a comma or a number in the value is read as Helm reads --set.
    ...(hasLiteral(flux) ? { literal: true } : {}),
  }))
  const valuesFrom = [...(documents ?? []).map(valuesKey => ({ ...from, valuesKey })), ...texts]
  return {
    ...(valuesFrom.length > 0 ? { valuesFrom } : {}),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was read from YAML
    ...(values ? { values: values as YamlValue } : {}),
  }
}

function hasLiteral(flux: string): boolean {
  const { major, minor } = parseVersion(flux)
  return major > 2n || (major === 2n && minor >= 9n)
}

function metadataOf(name: string, { prefix, namespace, labels }: ReleaseTarget): YamlManifest {
  return { name: prefix + name, namespace, ...(labels ? { labels } : {}) }
}

function versionOf(addOn: AddOn, release: AddOnRelease): string {
  return release.version ?? addOn.version
}

function isOci({ chart }: AddOnRelease): boolean {
  return chart.url.startsWith('oci://')
}
