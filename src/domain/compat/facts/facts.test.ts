import { describe, expect, test } from 'vitest'
import { parseRange } from '../../versions/parse-range.ts'
import type { FactSource } from '../component-facts.ts'
import { compareLines, isOlder, readRelease, type Release } from '../read-release.ts'
import { FACTS_AS_OF, factsByComponent } from './facts-by-component.ts'
import { fluxControllers, fluxControllersSource } from './flux-controllers.ts'
import { flux } from './flux.ts'
import { karpenter } from './karpenter.ts'
import { newestKubernetes } from './kubernetes-releases.ts'
import { removedApis } from './removed-apis.ts'

const lines = [...factsByComponent].flatMap(([component, facts]) =>
  facts.lines.map(line => ({ component, ...line })),
)

const sources: readonly FactSource[] = [
  ...lines.flatMap(({ source, support }) => [source, ...(support ? [support.source] : [])]),
  ...removedApis.map(({ source }) => source),
  karpenter.minimums.source,
  fluxControllersSource,
  newestKubernetes.source,
]

describe('Every fact has a source', () => {
  test('there are facts to look at', () => expect(lines.length).toBeGreaterThan(80))

  test('that is a page on the web', () => {
    expect(sources.filter(({ url }) => !/^https:\/\/[a-z0-9.-]+\/[^ ]*$/.test(url))).toEqual([])
  })

  test('that was read on a day of the calendar, not after the facts were last gone through', () => {
    expect(sources.filter(({ asOf }) => !isDay(asOf) || asOf > FACTS_AS_OF)).toEqual([])
  })
})

describe('Facts can be read', () => {
  test('a line has two numbers, and Kubernetes too', () => {
    const read = lines.flatMap(({ line, kubernetes }) => [line, ...kubernetes])
    expect(read.filter(text => !/^[0-9]+\.[0-9]+$/.test(text))).toEqual([])
  })

  test('what is said of a patch is said within its line', () => {
    const wrong = lines.filter(
      ({ line, kubernetesPatches = {}, ownPatches = {} }) =>
        !Object.entries(kubernetesPatches).every(([of, patch]) => isPatchOf(patch, of)) ||
        !Object.values(ownPatches).every(patch => isPatchOf(patch, line)),
    )
    expect(wrong).toEqual([])
  })

  test('minimums and removals are versions from which a range can begin', () => {
    const from = [
      ...Object.values(karpenter.minimums.byKubernetes),
      ...removedApis.map(({ removedIn }) => removedIn),
    ]
    expect(from.map(version => parseRange(`>=${version}`).groups.length)).toEqual(from.map(() => 1))
  })

  test('support ends on a day of the calendar, extended support later than the standard one', () => {
    const wrong = lines.filter(({ support }) => {
      if (!support) return false
      const { ends, standardEnds = '2000-01-01' } = support
      return !isDay(ends) || !isDay(standardEnds) || standardEnds >= ends
    })
    expect(wrong).toEqual([])
  })
})

describe('Facts do not contradict each other', () => {
  test('no line is named twice', () => {
    const names = lines.map(({ component, line }) => `${component} ${line}`)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  test('lines stand in their order, and neither end of their ranges ever moves back', () => {
    for (const facts of factsByComponent.values()) {
      for (const [index, next] of facts.lines.entries()) {
        const before = facts.lines[index - 1]
        // Helm 3 and Helm 4 continue side by side.
        if (!before || majorOf(before.line) !== majorOf(next.line)) continue
        expect(compareLines(read(before.line), read(next.line)), next.line).toBeLessThan(0)
        expect(compareLines(read(before.kubernetes[0]), read(next.kubernetes[0])), next.line).toBeLessThan(1)
        expect(compareLines(read(before.kubernetes[1]), read(next.kubernetes[1])), next.line).toBeLessThan(1)
      }
    }
  })

  test('no range is upside down, and every patch that is named lies in it', () => {
    const wrong = lines.filter(({ kubernetes, kubernetesPatches = {}, ownPatches = {} }) => {
      const [oldest, newest] = kubernetes.map(read)
      if (!oldest || !newest || compareLines(oldest, newest) > 0) return true
      return [...Object.keys(kubernetesPatches), ...Object.keys(ownPatches)]
        .map(read)
        .some(named => compareLines(named, oldest) < 0 || compareLines(named, newest) > 0)
    })
    expect(wrong).toEqual([])
  })

  test('a line of Karpenter supports a Kubernetes if it is not older than the minimum', () => {
    for (const [kubernetes, minimum] of Object.entries(karpenter.minimums.byKubernetes)) {
      for (const { line, kubernetes: range } of karpenter.lines) {
        const isTooOld = isOlder(read(line), read(minimum))
        expect(isTooOld, `${line} on ${kubernetes}`).toBe(compareLines(read(kubernetes), read(range[1])) > 0)
      }
    }
  })

  test('no removal of an API is named twice', () => {
    const names = removedApis.flatMap(({ apiVersion, kinds = ['*'] }) =>
      kinds.map(kind => `${apiVersion} ${kind}`),
    )
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  test('nobody is sent to an API that is gone, too', () => {
    const gone = new Set(removedApis.map(({ apiVersion }) => apiVersion))
    expect(removedApis.filter(({ use }) => gone.has(use))).toEqual([])
  })

  test('a controller leads to a line of Flux that has facts', () => {
    const known = new Set(flux.lines.map(({ line }) => line))
    const led = Object.values(fluxControllers).flatMap(byLine => [...byLine.values()])
    expect(led.filter(line => !known.has(line))).toEqual([])
  })
})

function read(version: string): Release {
  const release = readRelease(version)
  if (!release) throw new Error(`cannot read ${version}`)
  return release
}

function majorOf(line: string): bigint {
  return read(line).major
}

function isPatchOf(patch: string, line: string): boolean {
  return patch.startsWith(`${line}.`) && read(patch).patch !== undefined
}

function isDay(text: string): boolean {
  return /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) && new Date(text).toISOString().startsWith(text)
}
