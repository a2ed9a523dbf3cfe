type Default = string | number | boolean

const pods: Readonly<Record<string, Default>> = {
  restartPolicy: 'Always',
  dnsPolicy: 'ClusterFirst',
  schedulerName: 'default-scheduler',
  terminationGracePeriodSeconds: 30,
  terminationMessagePath: '/dev/termination-log',
  terminationMessagePolicy: 'File',
  protocol: 'TCP',
}

/** What an API server fills in: by kind, then by the name of the field. Only what is the same wherever it stands. */
const defaults: Readonly<Record<string, Readonly<Record<string, Default>>>> = {
  Pod: pods,
  Deployment: { ...pods, replicas: 1, revisionHistoryLimit: 10, progressDeadlineSeconds: 600 },
  StatefulSet: { ...pods, replicas: 1, revisionHistoryLimit: 10, podManagementPolicy: 'OrderedReady' },
  DaemonSet: { ...pods, revisionHistoryLimit: 10 },
  ReplicaSet: { ...pods, replicas: 1 },
  Service: { type: 'ClusterIP', protocol: 'TCP', sessionAffinity: 'None' },
  Kustomization: { suspend: false, force: false, wait: false, deletionPolicy: 'MirrorPrune' },
  HelmRelease: { suspend: false },
  GitRepository: { suspend: false },
  OCIRepository: { suspend: false },
  HelmRepository: { suspend: false, type: 'default' },
  ClusterResourceSet: { strategy: 'ApplyOnce' },
  Fitout: { suspend: false },
  Cluster: { paused: false },
}

/** The value that a field has when nobody sets it; undefined if that is not known. */
export function defaultOf(kind: string, path: readonly (string | number)[]): Default | undefined {
  const own = defaults[kind]
  const field = path.at(-1)
  // What is inside the values of a release is for its chart.
  if (!own || typeof field !== 'string' || path[0] !== 'spec' || path[1] === 'values') return undefined
  return Object.hasOwn(own, field) ? own[field] : undefined
}
