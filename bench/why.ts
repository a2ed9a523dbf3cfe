import { installFitout } from '../lab/add-ons/fitting-out-controller.ts'
import { profile } from '../lab/add-ons/fitting-out.ts'
import { type KubeObject, ref } from '../lab/kube/kube-object.ts'
import { until } from '../lab/kube/until.ts'
import { Lab, type LabCluster } from '../lab/lab.ts'
import { labSkipReason } from '../test/run/go-version.ts'
import { compare, type Figure } from './compare.ts'
import { fitout, runNodeBeside } from './run-node.ts'
import type { Subject } from './subject.ts'

const ROUNDS = 10

/** How long a user waits for the cause, on live clusters: 1 s at most. */
export const why: Subject = {
  name: 'why',
  summary: `the commands of a fleet on a live lab cluster whose image cannot be pulled, as processes, median of ${ROUNDS} runs in turns`,
  skipReason: () => labSkipReason(process.env),
  measure: async () => {
    const lab = await Lab.start({ name: 'bench-why', controlPlanes: ['blue'] })
    const { program } = await installFitout(lab, { command: fitout })
    try {
      await program.start()
      await breakImage(lab, await lab.createCluster('blue', { labels: profile }))
      return await measureIn(lab)
    } finally {
      await program.stop()
      await lab.stop()
    }
  },
}

async function measureIn(lab: Lab): Promise<readonly Figure[]> {
  const way = ['--kubeconfig', lab.kubeconfigFile]
  const command = (name: string, ...words: string[]) => ({
    name,
    run: () => runNodeBeside([fitout, ...words, ...way]),
  })
  return compare(
    [
      { name: 'node -e 0', run: () => runNodeBeside(['-e', '0']) },
      command('fitout status', 'status'),
      command('fitout why', 'why', 'default/blue'),
      {
        name: 'completion of a cluster',
        run: () => runNodeBeside([fitout, '__complete', '--', 'why', ...way, '']),
      },
    ],
    ROUNDS,
  )
}

/** Brings the cluster to where the deepest cause is an image, four objects below the plan. */
async function breakImage(lab: Lab, { controlPlane }: LabCluster): Promise<void> {
  await lab.management.api.apply(plan)
  await controlPlane.api.apply(agent)
  await until('the cause is the image', async () => {
    const { status } = await lab.management.api.get(
      ref('fitout.dev/v1alpha1', 'ClusterFitout', 'default/blue'),
    )
    return (status as { cause?: { reason?: string } }).cause?.reason === 'ImagePullFailed'
  })
}

const plan: KubeObject = {
  apiVersion: 'fitout.dev/v1alpha1',
  kind: 'Fitout',
  metadata: { name: 'bench', namespace: 'default' },
  spec: {
    clusterSelector: { matchLabels: profile },
    steps: [
      {
        name: 'agent',
        proof: {
          objects: [{ apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'default', name: 'agent' }],
        },
      },
    ],
  },
}

const agent: KubeObject = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'agent', namespace: 'default' },
  spec: {
    selector: { matchLabels: { app: 'agent' } },
    template: {
      metadata: { labels: { app: 'agent' } },
      spec: { containers: [{ name: 'agent', image: 'registry.invalid/agent:1.0.0' }] },
    },
  },
}
