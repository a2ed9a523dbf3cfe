import { sampleFleet } from '../fleet-view/sample-clusters.ts'
import { type Choice, type DemoView, noChoice } from './demo-view.ts'

/** For tests: a demo with a cluster in every state, and two troubles of which nothing is fixed unless told. */
export function sampleView(choice: Partial<Choice> = {}): DemoView {
  return {
    snapshot: sampleFleet,
    troubles: [
      {
        cluster: 'prod/payments-eu',
        next: 'Add output "karpenter_iam_role_arn" to the Terraform workspace "payments-eu" and apply it',
        done: 'Terraform wrote "karpenter_iam_role_arn"',
      },
      { cluster: 'edge/store-berlin', next: 'Push the image', done: 'Pushed the image' },
    ],
    choice: { ...noChoice, ...choice },
    elapsedMs: 754_000,
    speed: 10,
  }
}

/** For tests: the same demo with nothing left to do. */
export function readyView(): DemoView {
  const view = sampleView({ fixed: ['prod/payments-eu', 'edge/store-berlin'] })
  const clusters = view.snapshot.clusters.filter(({ state }) => state === 'Ready')
  return { ...view, snapshot: { ...view.snapshot, clusters } }
}
