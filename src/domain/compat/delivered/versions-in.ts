import type { CompatFacts } from '../component-facts.ts'
import { publishedFacts } from '../facts/facts-by-component.ts'
import { type Fields, isFields, partOf, textIn } from '../../object/fields.ts'
import { readChart } from './read-chart.ts'
import { componentOfImage } from './component-of-image.ts'
import { readImage } from './read-image.ts'
import { settleFlux } from './settle-flux.ts'
import type { ComponentVersion } from '../verdict.ts'

/** What speaks for a component in some objects, each once. Several of these together are settled by `settleVersions`. */
export function componentsIn(
  objects: readonly unknown[],
  names: Pick<CompatFacts, 'charts' | 'images'> = publishedFacts,
): readonly ComponentVersion[] {
  const found = objects
    .filter(isFields)
    .flatMap(object => [
      ...fluxLabel(object),
      ...fluxInstance(object),
      ...coreProvider(object),
      ...readChart(object, names.charts),
      ...imagesIn(object).flatMap(image => componentOfImage(readImage(image), names.images) ?? []),
    ])
  return eachOnce(found)
}

/** The components that all this speaks for, each with its version, sorted. */
export function settleVersions(found: readonly ComponentVersion[]): readonly ComponentVersion[] {
  return eachOnce(settleFlux(found))
}

// `flux install` writes these two labels on everything that it makes.
function fluxLabel(object: Fields): readonly ComponentVersion[] {
  const labels = partOf(partOf(object, 'metadata'), 'labels')
  if (textIn(labels, 'app.kubernetes.io/part-of') !== 'flux') return []
  const version = textIn(labels, 'app.kubernetes.io/version')
  return version === '' ? [] : [{ component: 'flux', version }]
}

// The Flux Operator's order for an installation of Flux.
function fluxInstance(object: Fields): readonly ComponentVersion[] {
  const isInstance = textIn(object, 'kind') === 'FluxInstance'
  if (!isInstance || !textIn(object, 'apiVersion').startsWith('fluxcd.controlplane.io/')) return []
  const distribution = partOf(partOf(object, 'spec'), 'distribution')
  // The registry tells whose Flux it is. An unknown mirror may hold either.
  const image = { path: [...textIn(distribution, 'registry').split('/'), 'source-controller'], tag: '' }
  const component = componentOfImage(image)?.component
  return component === undefined ? [] : [{ component, version: textIn(distribution, 'version') }]
}

// The Cluster API Operator's order for an installation of Cluster API.
function coreProvider(object: Fields): readonly ComponentVersion[] {
  const isProvider = textIn(object, 'kind') === 'CoreProvider'
  if (!isProvider || !textIn(object, 'apiVersion').startsWith('operator.cluster.x-k8s.io/')) return []
  const version = textIn(partOf(object, 'spec'), 'version')
  return version === '' ? [] : [{ component: 'cluster-api', version }]
}

const podPaths: Readonly<Record<string, readonly string[]>> = {
  Pod: ['spec'],
  Deployment: ['spec', 'template', 'spec'],
  DaemonSet: ['spec', 'template', 'spec'],
  StatefulSet: ['spec', 'template', 'spec'],
}

function imagesIn(object: Fields): readonly string[] {
  const kind = textIn(object, 'kind')
  if (!Object.hasOwn(podPaths, kind)) return []
  const pod = (podPaths[kind] ?? []).reduce(partOf, object)
  return ['initContainers', 'containers'].flatMap(list => {
    const containers = pod[list]
    return Array.isArray(containers)
      ? containers.filter(isFields).map(container => textIn(container, 'image'))
      : []
  })
}

function eachOnce(found: readonly ComponentVersion[]): readonly ComponentVersion[] {
  const byKey = new Map(
    found.map(({ component, version }) => [`${component} ${version}`, { component, version }]),
  )
  return [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
}
