import { isFields, itemsIn, partOf, textIn } from '../../object/fields.ts'
import { isUnfilled, type LintObject, named } from '../model/lint-object.ts'
import { type LintRepository, ofKind } from '../model/lint-repository.ts'
import type { LintRule, RuleFamily } from '../rule.ts'

const nodeClass = (more: string) =>
  `apiVersion: karpenter.k8s.aws/v1\nkind: EC2NodeClass\nmetadata: {name: default}\nspec:\n  amiSelectorTerms:\n  - alias: al2023@latest\n  subnetSelectorTerms:\n  - tags: {karpenter.sh/discovery: blue}\n  securityGroupSelectorTerms:\n  - tags: {karpenter.sh/discovery: blue}\n${more}`
const pool = (more: string) =>
  `apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: default}\nspec:\n  template:\n    spec:\n      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: default}\n      requirements:\n      - {key: kubernetes.io/arch, operator: In, values: [amd64]}\n${more}`

function classes(repository: LintRepository): readonly LintObject[] {
  return ofKind(repository, 'karpenter.k8s.aws', 'EC2NodeClass').filter(
    object => object.apiVersion.endsWith('/v1') && !repository.isPatched(object),
  )
}

function pools(repository: LintRepository): readonly LintObject[] {
  return ofKind(repository, 'karpenter.sh', 'NodePool').filter(
    object => object.apiVersion.endsWith('/v1') && !repository.isPatched(object),
  )
}

const role: LintRule = {
  code: 'NODE_CLASS_ROLE',
  severity: 'error',
  title: 'An EC2NodeClass has both a role and an instanceProfile, neither, or an ARN as its role',
  why: 'The schema requires one of the two. The role is a name: with an ARN no instance profile can be created, and no node starts.',
  bad: nodeClass('  role: arn:aws:iam::123456789012:role/nodes\n'),
  good: nodeClass('  role: nodes\n'),
  *check(repository) {
    for (const object of classes(repository)) {
      const spec = partOf(object.content, 'spec')
      const given = ['role', 'instanceProfile'].filter(field => textIn(spec, field) !== '')
      if (given.length !== 1) {
        yield {
          place: object.placeOf(['spec'], 'key'),
          message: `${named(object)} has ${given.length === 0 ? 'neither role nor instanceProfile' : 'role and instanceProfile'}; it must have one of them`,
        }
      }
      if (textIn(spec, 'role').startsWith('arn:'))
        yield {
          place: object.placeOf(['spec', 'role']),
          message: `${named(object)} has an ARN as its role, which must be the name of the role`,
          advice: `write the part behind the last slash`,
        }
    }
  },
}

const terms: LintRule = {
  code: 'NODE_CLASS_TERMS',
  severity: 'error',
  title: 'An EC2NodeClass lacks the terms that select images, subnets or security groups',
  why: 'The schema requires all three lists; without an alias among the images, amiFamily is required.',
  bad: nodeClass('  role: nodes\n').replace(/ {2}subnetSelectorTerms:\n.*\n/, ''),
  good: nodeClass('  role: nodes\n'),
  *check(repository) {
    for (const object of classes(repository)) {
      const spec = partOf(object.content, 'spec')
      for (const field of ['amiSelectorTerms', 'subnetSelectorTerms', 'securityGroupSelectorTerms']) {
        const list = spec[field]
        if (Array.isArray(list) && list.length > 0) continue
        yield {
          place: object.placeOf(['spec'], 'key'),
          message: `${named(object)} lacks spec.${field}, which is required`,
        }
      }
      const images = itemsIn(spec, 'amiSelectorTerms')
      const hasAlias = images.some(term => textIn(term, 'alias') !== '')
      if (images.length > 0 && !hasAlias && textIn(spec, 'amiFamily') === '')
        yield {
          place: object.placeOf(['spec', 'amiSelectorTerms'], 'key'),
          message: `${named(object)} selects images without an alias, and lacks spec.amiFamily`,
        }
    }
  },
}

const poolForm: LintRule = {
  code: 'NODE_POOL_FORM',
  severity: 'error',
  title: 'A NodePool lacks its nodeClassRef, its requirements, or consolidateAfter in disruption',
  why: 'The schema of karpenter.sh/v1 requires group, kind and name of the class, for requirements, and for consolidateAfter where disruption is given.',
  bad: pool('  disruption: {consolidationPolicy: WhenEmpty}\n'),
  good: pool('  disruption: {consolidationPolicy: WhenEmpty, consolidateAfter: 5m}\n'),
  *check(repository) {
    for (const object of pools(repository)) {
      const spec = partOf(object.content, 'spec')
      const node = partOf(partOf(spec, 'template'), 'spec')
      const at = ['spec', 'template', 'spec']
      const ref = partOf(node, 'nodeClassRef')
      const missing = ['group', 'kind', 'name'].filter(field => textIn(ref, field) === '')
      if (missing.length > 0)
        yield {
          place: object.placeOf([...at, 'nodeClassRef']),
          message: `${named(object)} lacks ${missing.map(field => `nodeClassRef.${field}`).join(', ')}`,
        }
      if (!Array.isArray(node['requirements']))
        yield { place: object.placeOf(at), message: `${named(object)} lacks template.spec.requirements` }
      const disruption = spec['disruption']
      if (isFields(disruption) && disruption['consolidateAfter'] === undefined)
        yield {
          place: object.placeOf(['spec', 'disruption'], 'key'),
          message: `${named(object)} has disruption without consolidateAfter, which is required there`,
          advice: 'set consolidateAfter, 0s for at once',
        }
    }
  },
}

const noClass: LintRule = {
  code: 'NODE_POOL_CLASS',
  severity: 'error',
  title: 'A NodePool names an EC2NodeClass that does not exist, and the repository has others',
  why: 'The NodePool is not ready, and Karpenter starts no node for it.',
  bad: `${pool('').replace('name: default}\n      requirements', 'name: defualt}\n      requirements')}---\n${nodeClass('  role: nodes\n')}`,
  good: `${pool('')}---\n${nodeClass('  role: nodes\n')}`,
  *check(repository) {
    const known = ofKind(repository, 'karpenter.k8s.aws', 'EC2NodeClass')
    for (const object of pools(repository)) {
      const ref = partOf(partOf(partOf(partOf(object.content, 'spec'), 'template'), 'spec'), 'nodeClassRef')
      const name = textIn(ref, 'name')
      if (textIn(ref, 'kind') !== 'EC2NodeClass' || name === '' || isUnfilled(name) || known.length === 0)
        continue
      if (
        known.some(
          one =>
            one.name === name ||
            isUnfilled(one.name) ||
            repository.instancesOf(one).some(built => built.name === name),
        )
      )
        continue
      // One of another file may be applied by somebody else.
      if (!known.some(one => one.path === object.path)) continue
      yield {
        place: object.placeOf(['spec', 'template', 'spec', 'nodeClassRef', 'name']),
        message: `${named(object)} names EC2NodeClass ${name}; there is ${known.map(one => one.name).join(', ')}`,
      }
    }
  },
}

const clusterName: LintRule = {
  code: 'KARPENTER_CLUSTER_NAME',
  severity: 'error',
  title: 'A release of Karpenter has no settings.clusterName',
  why: 'The chart fails to render without it, and it must be a text. Judged if all values are in the HelmRelease, or come by targetPath.',
  bad: release('  values: {settings: {interruptionQueue: blue}}\n'),
  good: release('  values: {settings: {clusterName: blue, interruptionQueue: blue}}\n'),
  *check(repository) {
    for (const object of ofKind(repository, 'helm.toolkit.fluxcd.io', 'HelmRelease')) {
      const spec = partOf(object.content, 'spec')
      if (repository.isPatched(object) || !isKarpenter(repository, object)) continue
      const from = itemsIn(spec, 'valuesFrom')
      if (from.some(ref => textIn(ref, 'targetPath') === '')) continue
      const settings = partOf(partOf(spec, 'values'), 'settings')
      const value = settings['clusterName']
      if (from.some(ref => textIn(ref, 'targetPath') === 'settings.clusterName')) continue
      if (typeof value === 'string' && value !== '') continue
      yield {
        place: object.placeOf(['spec', 'values', 'settings', 'clusterName']),
        message: `${named(object)} installs Karpenter ${value === undefined || value === '' ? 'without settings.clusterName' : 'with a settings.clusterName that is no text'}`,
        advice: 'set it in values, or take it with valuesFrom and targetPath: settings.clusterName',
      }
    }
  },
}

const onNodes = (selector: string) =>
  `${release(`  values:\n    settings: {clusterName: blue}\n    nodeSelector: ${selector}\n`)}---\n${pool('')}---\n${nodeClass('  role: nodes\n')}`

const ownNodes: LintRule = {
  code: 'KARPENTER_ON_OWN_NODES',
  severity: 'error',
  title: 'A release of Karpenter runs only on nodes of a NodePool of its own',
  why: 'Its pods wait for the first node, which they would have to make. It needs a node group or a Fargate profile; the chart keeps it off its own nodes by default. Judged if the NodePool is in this repository and uses an EC2NodeClass.',
  bad: onNodes('{karpenter.sh/nodepool: default}'),
  good: onNodes('{eks.amazonaws.com/nodegroup: system}'),
  *check(repository) {
    // Those of EKS Auto Mode have another class, and Karpenter may run on them.
    const own = new Set(
      pools(repository)
        .filter(isOfEc2)
        .map(({ name }) => name),
    )
    for (const object of ofKind(repository, 'helm.toolkit.fluxcd.io', 'HelmRelease')) {
      if (repository.isPatched(object) || !isKarpenter(repository, object)) continue
      const values = partOf(partOf(object.content, 'spec'), 'values')
      const name = textIn(partOf(values, 'nodeSelector'), NODE_POOL)
      if (!own.has(name)) continue
      yield {
        place: object.placeOf(['spec', 'values', 'nodeSelector', NODE_POOL], 'key'),
        message: `${named(object)} lets Karpenter run only on nodes of NodePool ${name}, which Karpenter itself makes`,
        advice: 'select nodes of a node group, or give its namespace a Fargate profile',
      }
    }
  },
}

const NODE_POOL = 'karpenter.sh/nodepool'

function isOfEc2({ content }: LintObject): boolean {
  const ref = partOf(partOf(partOf(partOf(content, 'spec'), 'template'), 'spec'), 'nodeClassRef')
  return textIn(ref, 'kind') === 'EC2NodeClass'
}

// The chart itself, in a version whose settings are these.
function isKarpenter(repository: LintRepository, { content }: LintObject): boolean {
  const spec = partOf(content, 'spec')
  const chart = partOf(partOf(spec, 'chart'), 'spec')
  const name = textIn(partOf(spec, 'chartRef'), 'name')
  const source = ofKind(repository, 'source.toolkit.fluxcd.io', 'OCIRepository').find(
    one => one.name === name,
  )
  const url = source ? textIn(partOf(source.content, 'spec'), 'url') : ''
  const tag = source ? textIn(partOf(partOf(source.content, 'spec'), 'ref'), 'tag') : ''
  if (/^v?[1-9]/.test(tag) && url.endsWith('/karpenter/karpenter')) return true
  return textIn(chart, 'chart') === 'karpenter' && /^v?[1-9]/.test(textIn(chart, 'version'))
}

function release(more: string): string {
  return `apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: karpenter, namespace: karpenter}\nspec:\n  interval: 10m\n  chart: {spec: {chart: karpenter, version: 1.14.1, sourceRef: {kind: HelmRepository, name: karpenter}}}\n${more}`
}

/** First capacity: what keeps Karpenter from starting nodes. */
export const karpenterRules: RuleFamily = {
  title: 'Karpenter',
  rules: [role, terms, poolForm, noClass, clusterName, ownNodes],
}
