import type {
  ChangeDetails,
  ChangeListResponse,
  ChangeResponse,
  ChangeSummary,
} from '../../src/server/api/change-response.ts'
import { ago } from '../domain/sample-snapshot.ts'

const change: ChangeSummary = {
  id: '215',
  mark: '!',
  url: 'https://git.example.com/fleet/merge_requests/215',
  title: 'Add the cluster dev/team-9',
  author: 'ada',
  state: 'open',
  createdAt: ago(5 * 60_000),
  clusters: ['dev/team-9'],
}

/** For tests: merge requests that touch the fleet. */
export function changesAnswer(): ChangeListResponse {
  return { asOf: ago(0), changes: [change] }
}

/** For tests: a change of many clusters, one of them refused. */
export function changeAnswer(given: Partial<ChangeDetails> = {}): ChangeResponse {
  const clusters = [
    { id: 'dev/team-2', verdict: 'changed' },
    { id: 'dev/team-3', verdict: 'changed' },
    { id: 'prod/legacy-1', verdict: 'refused' },
    { id: 'prod/payments-eu', verdict: 'changed' },
    { id: 'prod/search-us', verdict: 'changed' },
    { id: 'prod/shop-000', verdict: 'unchanged' },
  ] as const
  return {
    asOf: ago(0),
    change: {
      ...change,
      id: '214',
      url: 'https://git.example.com/fleet/merge_requests/214',
      title: 'Raise Flux to 2.9.4',
      branch: 'raise-flux',
      pipeline: 'passed',
      clusters: clusters.map(({ id }) => id),
      ...given,
    },
    plan: {
      from: '9f31c2e',
      to: 'b02d117',
      snapshotAsOf: ago(6 * 60_000),
      verdict: { changed: 4, unchanged: 1, refused: 1, created: 0, deleted: 0, deletions: 0 },
      clusters: clusters.map(({ id, verdict }) => {
        const [namespace = '', name = ''] = id.split('/')
        return { namespace, name, verdict, environment: namespace }
      }),
      refusals: [
        {
          code: 'VersionUnsupported',
          message: 'Flux 2.9 needs Kubernetes 1.34 or newer, cluster has 1.33.6',
          clusters: ['prod/legacy-1'],
        },
      ],
      report: {
        rows: [
          {
            mark: 'x',
            what: 'prod/legacy-1',
            words: 'Flux 2.9 needs Kubernetes 1.34 or newer, cluster has 1.33.6',
            where: 'prod/legacy-1',
            details: [],
          },
          {
            mark: '~',
            what: 'ClusterResourceSet fluxcd-installer',
            words: 'applied again, 14 objects, 2 CRDs add a version',
            where: '4 clusters',
            details: [
              {
                mark: '~',
                what: 'Deployment flux-system/source-controller',
                words: 'image, restarts Pods',
                where: '4 clusters',
                details: [],
              },
            ],
          },
        ],
        summary: 'Plan: 4 clusters change, 1 does not, 1 is refused.',
        notes: ['charts are not rendered'],
      },
      files: [
        {
          path: 'fitout.yaml',
          before: 'git:\n  branch: main\nversions:\n  flux: 2.8.8\n  kubernetes: 1.35.4\n',
          after: 'git:\n  branch: main\nversions:\n  flux: 2.9.4\n  kubernetes: 1.35.4\n',
        },
      ],
    },
  }
}
