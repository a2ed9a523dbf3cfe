import { type CauseReason, causeReasons, isCauseReason } from '../cause-reason.ts'
import examples from './cause-examples.json' with { type: 'json' }
import { clusterPages } from './cluster-pages.ts'
import { deliveryPages } from './delivery-pages.ts'
import { fluxPages } from './flux-pages.ts'
import { karpenterPages } from './karpenter-pages.ts'
import type { PageText } from './page-text.ts'
import { planPages } from './plan-pages.ts'
import { podPages } from './pod-pages.ts'

/** The families of reasons, in the order of the way from Git to pods. */
const families = [
  { heading: 'Cluster, kubeconfig, API server', pages: clusterPages },
  { heading: 'Plan, gates, hand-over', pages: planPages },
  { heading: 'ClusterResourceSets and API servers', pages: deliveryPages },
  { heading: 'Flux', pages: fluxPages },
  { heading: 'Pods and nodes', pages: podPages },
  { heading: 'Karpenter', pages: karpenterPages },
] as const

const texts: Readonly<Record<CauseReason, PageText>> = {
  ...clusterPages,
  ...planPages,
  ...deliveryPages,
  ...fluxPages,
  ...podPages,
  ...karpenterPages,
}

/** What `fitout why` says in a situation that the tests know. */
export interface CauseExample {
  /** What is wrong there, in a sentence. */
  readonly situation: string
  readonly says: string
}

/** The page of a reason, as Markdown. Its example comes from `make generate`, so that no situation is in the bundle. */
export function causePage(reason: CauseReason, example: CauseExample = examples[reason]): string {
  const { means, proven, fix } = texts[reason]
  const sections = [
    `# ${reason}`,
    `Owner: ${causeReasons[reason]}.`,
    '## What it means',
    means,
    '## How it is proven',
    proven,
    '## How to fix it',
    fix.map((step, index) => `${index + 1}. ${step}`).join('\n'),
    '## Example',
    `${example.situation}:`,
    `\`\`\`text\n${example.says}\`\`\``,
  ]
  return `${sections.join('\n\n')}\n`
}

/** What a reason means, in its first sentence. */
export function meaningOf(reason: CauseReason): string {
  return texts[reason].means.split(/(?<=\.) /, 1)[0] ?? ''
}

/** The name of the file of a page. @internal */
export function pageName(reason: CauseReason): string {
  return `${reason.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()}.md`
}

/** The list of all reasons, as Markdown. @internal */
export function causeIndex(): string {
  const tables = families.map(({ heading, pages }) => {
    const rows = Object.keys(pages)
      .filter(isCauseReason)
      .map(reason => `| [${reason}](${pageName(reason)}) | ${meaningOf(reason)} | ${causeReasons[reason]} |`)
    return [`## ${heading}`, ['| reason | means | owner |', '|---|---|---|', ...rows].join('\n')].join('\n\n')
  })
  return `${[head, ...tables].join('\n\n')}\n`
}

const head = `# Causes

The causes why a cluster is not ready. The same reasons are in \`status.cause\` of a ClusterFitout, in conditions and
events, and in \`fitout why\`. \`fitout explain <reason>\` prints a page; \`fitout explain causes\` lists them.

Fitout reports a cause only with a line of evidence that proves it, and reports the deepest cause that it can prove. An
object that could not be read proves nothing: neither that it exists nor that it does not.

Owner: *git* means that a commit fixes it, *cloud* that Terraform or the cloud provider does, *operator* that someone
with permissions on the clusters does, *nobody* that it resolves by itself.`
