import { parseInterval } from '../../quantity/parse-interval.ts'
import { DurationError } from '../../quantity/duration-error.ts'
import { isFields, partOf, textIn } from '../../object/fields.ts'
import { parseHealthExpressions } from '../../cel/evaluate-health-expressions.ts'
import { parseRange } from '../../versions/parse-range.ts'
import { VersionError } from '../../versions/version-error.ts'
import { addField, setField } from '../edits.ts'
import { isUnfilled, type LintObject, named } from '../model/lint-object.ts'
import { type LintRepository, ofKind } from '../model/lint-repository.ts'
import type { LintRule, RuleFamily, RuleFinding } from '../rule.ts'
import { mayBeGiven, mayChange } from './given-by-patches.ts'

const SOURCE = 'source.toolkit.fluxcd.io'
const HELM = 'helm.toolkit.fluxcd.io'
const KUSTOMIZE = 'kustomize.toolkit.fluxcd.io'

/** Objects of Flux with a field that stands as it is: no patch may change it. */
function plain(
  repository: LintRepository,
  { group, kind }: Pick<LintObject, 'group' | 'kind'>,
  field: string,
): readonly LintObject[] {
  return ofKind(repository, group, kind).filter(object => !mayChange(repository, object, field))
}

function spec(object: LintObject): Readonly<Record<string, unknown>> {
  return partOf(object.content, 'spec')
}

function fluxObjects(repository: LintRepository): readonly LintObject[] {
  return repository.objects.filter(({ group }) => group.endsWith('.toolkit.fluxcd.io'))
}

const gitUrl: LintRule = {
  code: 'GIT_URL_FORM',
  severity: 'error',
  title: 'The address of a GitRepository does not begin with https://, http:// or ssh://',
  why: 'The schema of GitRepository refuses the short form git@host:group/name, so the object cannot be created.',
  bad: source('GitRepository', 'git@github.com:example/fleet.git', 'v1'),
  good: source('GitRepository', 'ssh://git@github.com/example/fleet.git', 'v1'),
  *check(repository) {
    for (const { object, path, url } of gitAddresses(repository)) {
      if (url === '' || isUnfilled(url) || /^(?:https?|ssh):\/\//.test(url)) continue
      const short = /^([\w.-]+@)([\w.-]+):(?!\d+\/)(.+)$/.exec(url)
      const meant = short && `ssh://${short[1]}${short[2]}/${short[3]?.replace(/^\/+/, '')}`
      yield {
        place: object.placeOf(path),
        message: `${named(object)} has an address that Flux refuses: it must begin with https://, http:// or ssh://`,
        advice: meant ? `write ${meant}` : undefined,
        edit: meant ? setField(object, path, meant) : undefined,
      }
    }
  },
}

function* gitAddresses(repository: LintRepository) {
  for (const object of plain(repository, { group: SOURCE, kind: 'GitRepository' }, 'url'))
    yield { object, path: ['spec', 'url'], url: textIn(spec(object), 'url') }
  // The source that the operator makes of it has the same schema.
  for (const object of plain(repository, { group: 'fluxcd.controlplane.io', kind: 'FluxInstance' }, 'url')) {
    const sync = partOf(spec(object), 'sync')
    if (textIn(sync, 'kind') === 'GitRepository')
      yield { object, path: ['spec', 'sync', 'url'], url: textIn(sync, 'url') }
  }
}

const gitProvider: LintRule = {
  code: 'GIT_PROVIDER',
  severity: 'error',
  title: 'A GitRepository names a provider that Flux does not know',
  why: 'The schema takes generic, aws, azure and github. For GitLab use generic with a Secret.',
  bad: `${source('GitRepository', 'https://gitlab.example.com/fleet.git', 'v1')}  provider: gitlab\n`,
  good: `${source('GitRepository', 'https://gitlab.example.com/fleet.git', 'v1')}  provider: generic\n`,
  *check(repository) {
    for (const object of plain(repository, { group: SOURCE, kind: 'GitRepository' }, 'provider')) {
      const provider = textIn(spec(object), 'provider')
      if (provider === '' || isUnfilled(provider) || ['generic', 'aws', 'azure', 'github'].includes(provider))
        continue
      yield {
        place: object.placeOf(['spec', 'provider']),
        message: `${named(object)} has provider "${provider}"; Flux knows generic, aws, azure and github`,
        advice: 'write generic, and name a Secret with credentials in spec.secretRef',
      }
    }
  },
}

const helmOci: LintRule = {
  code: 'HELM_REPOSITORY_TYPE',
  severity: 'error',
  title: 'A HelmRepository with an oci:// address has not the type oci, or one with https:// has',
  why: 'Without the type Flux looks for an index.yaml at the address, and fails. A registry has none.',
  bad: source('HelmRepository', 'oci://public.ecr.aws/karpenter', 'v1'),
  good: `${source('HelmRepository', 'oci://public.ecr.aws/karpenter', 'v1')}  type: oci\n`,
  *check(repository) {
    for (const object of plain(repository, { group: SOURCE, kind: 'HelmRepository' }, 'type')) {
      const [url, type] = [textIn(spec(object), 'url'), textIn(spec(object), 'type', 'default')]
      if (isUnfilled(type)) continue
      if (url.startsWith('oci://') && type !== 'oci') {
        yield {
          place: object.placeOf(['spec', 'url']),
          message: `${named(object)} has an oci:// address and not the type oci`,
          advice: 'set spec.type to oci',
          edit:
            'type' in spec(object)
              ? setField(object, ['spec', 'type'], 'oci')
              : addField(object, ['spec', 'type'], 'oci'),
        }
      }
      if (/^https?:\/\//.test(url) && type === 'oci')
        yield {
          place: object.placeOf(['spec', 'type']),
          message: `${named(object)} has the type oci and an address that does not begin with oci://`,
          advice: 'remove spec.type, or write the address of a registry',
        }
    }
  },
}

const ociUrl: LintRule = {
  code: 'OCI_URL_FORM',
  severity: 'error',
  title: 'The address of an OCIRepository does not begin with oci://, or has a tag',
  why: 'The schema refuses any other address; a tag goes into spec.ref.tag.',
  bad: source('OCIRepository', 'ghcr.io/example/charts/app', 'v1'),
  good: source('OCIRepository', 'oci://ghcr.io/example/charts/app', 'v1'),
  *check(repository) {
    for (const object of plain(repository, { group: SOURCE, kind: 'OCIRepository' }, 'url')) {
      const url = textIn(spec(object), 'url')
      if (url === '' || isUnfilled(url) || url.startsWith('oci://')) continue
      const isBare = !url.includes('://')
      yield {
        place: object.placeOf(['spec', 'url']),
        message: `${named(object)} has an address that does not begin with oci://`,
        advice: isBare ? `write oci://${url}` : undefined,
        edit: isBare ? setField(object, ['spec', 'url'], `oci://${url}`) : undefined,
      }
    }
  },
}

const chartOrRef: LintRule = {
  code: 'HELM_RELEASE_CHART',
  severity: 'error',
  title: 'A HelmRelease has both a chart and a chartRef, or neither',
  why: 'A rule of the schema requires one of the two, so the object cannot be created.',
  bad: 'apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: app, namespace: apps}\nspec:\n  interval: 10m\n  values: {}\n',
  good: 'apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: app, namespace: apps}\nspec:\n  interval: 10m\n  chartRef: {kind: OCIRepository, name: app}\n',
  *check(repository) {
    for (const object of plain(repository, { group: HELM, kind: 'HelmRelease' }, 'chart(?:Ref)?')) {
      const fields = ['chart', 'chartRef']
      const count = fields.filter(field => isFields(spec(object)[field])).length
      if (count === 1 || !isFields(object.content['spec'])) continue
      if (count === 0 && fields.some(field => mayBeGiven(repository, object, field))) continue
      yield {
        place: object.placeOf(['spec']),
        message: `${named(object)} has ${count === 0 ? 'neither a chart nor a chartRef' : 'a chart and a chartRef'}; it must have one of them`,
      }
    }
  },
}

const chartSource: LintRule = {
  code: 'SOURCE_REF_KIND',
  severity: 'error',
  title: 'A reference to a source names a kind that is not taken there',
  why: 'The schemas of HelmRelease and Kustomization list the kinds; an OCIRepository is named by chartRef, not by chart.',
  bad: 'apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: app, namespace: apps}\nspec:\n  interval: 10m\n  chart:\n    spec:\n      chart: app\n      sourceRef: {kind: OCIRepository, name: app}\n',
  good: 'apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: app, namespace: apps}\nspec:\n  interval: 10m\n  chartRef: {kind: OCIRepository, name: app}\n',
  *check(repository) {
    for (const { object, path, kinds } of sourceRefs(repository)) {
      const ref = path.reduce<unknown>(
        (value, step) => (isFields(value) ? value[step] : undefined),
        object.content,
      )
      const kind = isFields(ref) ? textIn(ref, 'kind') : ''
      if (kind === '' || isUnfilled(kind) || kinds.includes(kind)) continue
      yield {
        place: object.placeOf([...path, 'kind']),
        message: `${named(object)} names a source of kind ${kind}; ${path.slice(1).join('.')} takes ${kinds.join(', ')}`,
        advice:
          kind === 'OCIRepository' && path.includes('chart')
            ? 'use spec.chartRef instead of spec.chart'
            : undefined,
      }
    }
  },
}

function* sourceRefs(repository: LintRepository) {
  for (const object of plain(repository, { group: HELM, kind: 'HelmRelease' }, '(?:source|chart)Ref')) {
    yield {
      object,
      path: ['spec', 'chart', 'spec', 'sourceRef'],
      kinds: ['HelmRepository', 'GitRepository', 'Bucket'],
    }
    yield { object, path: ['spec', 'chartRef'], kinds: ['OCIRepository', 'HelmChart', 'ExternalArtifact'] }
  }
  for (const object of plain(repository, { group: KUSTOMIZE, kind: 'Kustomization' }, 'sourceRef'))
    yield {
      object,
      path: ['spec', 'sourceRef'],
      kinds: ['OCIRepository', 'GitRepository', 'Bucket', 'ExternalArtifact'],
    }
}

const required: Readonly<Record<string, readonly string[]>> = {
  [`${KUSTOMIZE}/Kustomization`]: ['interval', 'prune', 'sourceRef'],
  [`${HELM}/HelmRelease`]: ['interval'],
  [`${SOURCE}/GitRepository`]: ['interval', 'url'],
  [`${SOURCE}/OCIRepository`]: ['interval', 'url'],
  [`${SOURCE}/HelmRepository`]: ['url'],
}

const requiredField: LintRule = {
  code: 'FLUX_FIELD_MISSING',
  severity: 'error',
  title: 'An object of Flux lacks a field that its schema requires',
  why: 'The API server rejects the object.',
  bad: 'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: apps, namespace: flux-system}\nspec:\n  path: ./apps\n  prune: true\n  sourceRef: {kind: GitRepository, name: fleet}\n',
  good: 'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: apps, namespace: flux-system}\nspec:\n  interval: 10m\n  path: ./apps\n  prune: true\n  sourceRef: {kind: GitRepository, name: fleet}\n',
  *check(repository) {
    for (const object of fluxObjects(repository)) {
      const fields = required[`${object.group}/${object.kind}`] ?? []
      const missing = fields.filter(
        field => (spec(object)[field] ?? undefined) === undefined && !mayChange(repository, object, field),
      )
      for (const field of missing.filter(one => !mayBeGiven(repository, object, one)))
        yield {
          place: object.placeOf(['spec']),
          message: `${named(object)} lacks spec.${field}, which is required`,
        }
    }
  },
}

const INTERVALS = ['interval', 'retryInterval', 'timeout'] as const

const interval: LintRule = {
  code: 'INTERVAL_FORM',
  severity: 'error',
  title: 'An interval or timeout of Flux has a form that Flux does not take',
  why: 'Flux takes numbers with ms, s, m and h, such as 10m or 1h30m. There is no unit for days, and no bare number.',
  bad: source('GitRepository', 'https://git.example.com/fleet.git', 'v1').replace(
    'interval: 10m',
    'interval: 1d',
  ),
  good: source('GitRepository', 'https://git.example.com/fleet.git', 'v1').replace(
    'interval: 10m',
    'interval: 24h',
  ),
  *check(repository) {
    for (const object of fluxObjects(repository)) {
      for (const field of INTERVALS) {
        const value = spec(object)[field]
        const problem = intervalProblem(value)
        if (problem === undefined || mayChange(repository, object, field)) continue
        const days = typeof value === 'string' ? /^(\d+)d$/.exec(value) : undefined
        const meant = days ? `${Number(days[1]) * 24}h` : undefined
        yield {
          place: object.placeOf(['spec', field]),
          message: `${named(object)} has spec.${field} ${JSON.stringify(value)}, ${problem}`,
          advice: meant === undefined ? undefined : `write ${meant}`,
          edit: meant === undefined ? undefined : setField(object, ['spec', field], meant),
        }
      }
    }
  },
}

function intervalProblem(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'number') return 'which has no unit'
  if (typeof value !== 'string' || isUnfilled(value)) return undefined
  try {
    parseInterval(value)
    return undefined
  } catch (error) {
    if (!(error instanceof DurationError)) throw error
    return 'which is not a duration with ms, s, m or h'
  }
}

const chartVersion: LintRule = {
  code: 'VERSION_RANGE',
  severity: 'error',
  title: 'The version of a chart or artifact is not a version and not a range',
  why: 'Flux finds no chart for it, and the release is not installed.',
  bad: 'apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: app, namespace: apps}\nspec:\n  interval: 10m\n  chart:\n    spec:\n      chart: app\n      version: ">= 1.x.latest"\n      sourceRef: {kind: HelmRepository, name: app}\n',
  good: 'apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: app, namespace: apps}\nspec:\n  interval: 10m\n  chart:\n    spec:\n      chart: app\n      version: ">=1.2.0 <2"\n      sourceRef: {kind: HelmRepository, name: app}\n',
  *check(repository) {
    for (const object of plain(repository, { group: HELM, kind: 'HelmRelease' }, 'version')) {
      const chart = partOf(partOf(spec(object), 'chart'), 'spec')
      yield* rangeFinding(object, ['spec', 'chart', 'spec', 'version'], chart['version'])
    }
    for (const object of plain(repository, { group: SOURCE, kind: 'OCIRepository' }, 'semver'))
      yield* rangeFinding(object, ['spec', 'ref', 'semver'], partOf(spec(object), 'ref')['semver'])
  },
}

function* rangeFinding(object: LintObject, path: readonly string[], value: unknown): Iterable<RuleFinding> {
  if (typeof value !== 'string' || value === '' || value === 'latest' || isUnfilled(value)) return
  try {
    parseRange(value)
  } catch (error) {
    if (!(error instanceof VersionError)) throw error
    yield {
      place: object.placeOf(path),
      message: `${named(object)} has version ${JSON.stringify(value)}, which is neither a version nor a range`,
    }
  }
}

const kubeConfig: LintRule = {
  code: 'KUBE_CONFIG_FORM',
  severity: 'error',
  title: 'spec.kubeConfig names both a Secret and a ConfigMap, or neither',
  why: 'A rule of the schema requires one of secretRef and configMapRef.',
  bad: 'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: apps, namespace: blue}\nspec:\n  interval: 10m\n  path: ./apps\n  prune: true\n  sourceRef: {kind: GitRepository, name: fleet}\n  kubeConfig: {}\n',
  good: 'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: apps, namespace: blue}\nspec:\n  interval: 10m\n  path: ./apps\n  prune: true\n  sourceRef: {kind: GitRepository, name: fleet}\n  kubeConfig:\n    secretRef: {name: blue-kubeconfig}\n',
  *check(repository) {
    for (const object of fluxObjects(repository)) {
      const given = spec(object)['kubeConfig']
      if (!isFields(given) || mayChange(repository, object, 'kubeConfig')) continue
      const count = ['secretRef', 'configMapRef'].filter(field => isFields(given[field])).length
      if (count === 1) continue
      yield {
        place: object.placeOf(['spec', 'kubeConfig'], 'key'),
        message: `${named(object)} has a kubeConfig with ${count === 0 ? 'neither' : 'both'} secretRef and configMapRef; it must have one of them`,
      }
    }
  },
}

const healthExpression: LintRule = {
  code: 'HEALTH_EXPRESSION',
  severity: 'error',
  title: 'An expression of healthCheckExprs cannot be read',
  why: 'Flux refuses the Kustomization until it can be: its health is then never known.',
  bad: withExpression("status.conditions.filter(e, e.type == 'Ready'"),
  good: withExpression("status.conditions.filter(e, e.type == 'Ready').all(e, e.status == 'True')"),
  *check(repository) {
    for (const object of plain(repository, { group: KUSTOMIZE, kind: 'Kustomization' }, 'healthCheckExprs')) {
      const list = spec(object)['healthCheckExprs']
      if (!Array.isArray(list)) continue
      for (const [index, item] of list.entries()) {
        if (!isFields(item) || textIn(item, 'current') === '') continue
        const words = Object.fromEntries(
          ['current', 'inProgress', 'failed'].flatMap(field => {
            const text = textIn(item, field)
            return text === '' ? [] : [[field, text]]
          }),
        )
        if (Object.values(words).some(text => text.includes('${'))) continue
        const result = parseHealthExpressions({ current: textIn(item, 'current'), ...words })
        if (result.ok) continue
        yield {
          place: object.placeOf(['spec', 'healthCheckExprs', index]),
          message: `${named(object)} has an expression that cannot be read: ${result.error.message}`,
        }
      }
    }
  },
}

const fluxInstance: LintRule = {
  code: 'FLUX_INSTANCE_FORM',
  severity: 'error',
  title: 'A FluxInstance has another name than flux, or a sync without a full Git reference',
  why: 'The schema takes the name flux alone. With kind GitRepository, sync.ref is a full reference: refs/heads/main.',
  bad: 'apiVersion: fluxcd.controlplane.io/v1\nkind: FluxInstance\nmetadata: {name: flux, namespace: flux-system}\nspec:\n  distribution: {version: 2.x, registry: ghcr.io/fluxcd}\n  sync: {kind: GitRepository, url: "https://git.example.com/fleet.git", ref: main, path: clusters/hub}\n',
  good: 'apiVersion: fluxcd.controlplane.io/v1\nkind: FluxInstance\nmetadata: {name: flux, namespace: flux-system}\nspec:\n  distribution: {version: 2.x, registry: ghcr.io/fluxcd}\n  sync: {kind: GitRepository, url: "https://git.example.com/fleet.git", ref: refs/heads/main, path: clusters/hub}\n',
  *check(repository) {
    for (const object of plain(
      repository,
      { group: 'fluxcd.controlplane.io', kind: 'FluxInstance' },
      '(?:name|ref)',
    )) {
      if (object.name !== 'flux' && object.name !== '' && !isUnfilled(object.name))
        yield {
          place: object.placeOf(['metadata', 'name']),
          message: `FluxInstance ${object.name} must have the name flux`,
          edit: setField(object, ['metadata', 'name'], 'flux'),
        }
      const sync = partOf(spec(object), 'sync')
      const ref = textIn(sync, 'ref')
      if (
        textIn(sync, 'kind') !== 'GitRepository' ||
        ref === '' ||
        isUnfilled(ref) ||
        ref.startsWith('refs/')
      )
        continue
      yield {
        place: object.placeOf(['spec', 'sync', 'ref']),
        message: `FluxInstance ${object.name} follows "${ref}", which is not a full Git reference`,
        advice: `write refs/heads/${ref}, if it is a branch`,
      }
    }
  },
}

function source(kind: string, url: string, version: string): string {
  return `apiVersion: ${SOURCE}/${version}\nkind: ${kind}\nmetadata:\n  name: fleet\n  namespace: flux-system\nspec:\n  interval: 10m\n  url: ${url}\n`
}

function withExpression(expression: string): string {
  return `apiVersion: ${KUSTOMIZE}/v1\nkind: Kustomization\nmetadata: {name: apps, namespace: flux-system}\nspec:\n  interval: 10m\n  path: ./apps\n  prune: true\n  sourceRef: {kind: GitRepository, name: fleet}\n  healthCheckExprs:\n  - apiVersion: example.com/v1\n    kind: Database\n    current: "${expression}"\n`
}

/** Objects of Flux that their schemas refuse. */
export const fluxObjectRules: RuleFamily = {
  title: 'Objects of Flux',
  rules: [
    gitUrl,
    gitProvider,
    helmOci,
    ociUrl,
    chartOrRef,
    chartSource,
    requiredField,
    interval,
    chartVersion,
    kubeConfig,
    healthExpression,
    fluxInstance,
  ],
}
