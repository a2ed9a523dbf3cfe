import { isFields, textIn } from '../object/fields.ts'
import { factsByComponent } from './facts/facts-by-component.ts'
import { type RemovedApi, removedApis } from './facts/removed-apis.ts'
import { isOlder, releaseLineOf, readRelease } from './read-release.ts'
import type { ComponentVersion, Verdict } from './verdict.ts'

/** Objects that are to be applied, and the components that serve their APIs. */
export interface ApiQuestion {
  readonly objects: readonly unknown[]
  readonly components: readonly ComponentVersion[]
}

/** Finds the objects whose API the given versions no longer serve: one verdict for each API, sorted. All others say nothing. */
export function judgeApis({ objects, components }: ApiQuestion): readonly Verdict[] {
  const used = objects.filter(isFields)
  const written = removedApis.filter(api =>
    used.some(
      object => textIn(object, 'apiVersion') === api.apiVersion && isOfKind(textIn(object, 'kind'), api),
    ),
  )
  return components
    .flatMap(component => written.flatMap(api => verdictOn(component, api) ?? []))
    .toSorted((a, b) => (a.sentence < b.sentence ? -1 : 1))
}

function isOfKind(kind: string, { kinds }: RemovedApi): boolean {
  return kinds === undefined || kinds.includes(kind)
}

function verdictOn({ component, version }: ComponentVersion, api: RemovedApi): Verdict | undefined {
  const release = readRelease(version)
  const removal = readRelease(api.removedIn)
  if (component !== api.component || !release || !removal) return undefined
  if (release.isPrerelease || isOlder(release, removal)) return undefined
  const name = `${factsByComponent.get(component)?.title ?? component} ${releaseLineOf(release)}`
  return {
    component,
    version,
    verdict: 'unsupported',
    sentence: `${name} serves no ${api.apiVersion}, use ${api.use}`,
    needs: undefined,
    source: api.source,
  }
}
