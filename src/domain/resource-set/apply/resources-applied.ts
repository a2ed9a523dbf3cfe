/** The condition ResourcesApplied of a ClusterResourceSet, and the reason of its v1beta1 twin. */
export interface ResourcesApplied {
  readonly status: 'True' | 'False'
  readonly reason: 'Applied' | 'NotApplied' | 'WrongSecretType' | 'InternalError'
  readonly message: string
  /** Empty for True. */
  readonly v1beta1Reason: string
}

const checkLogs = 'Please check controller logs for errors'

/** Every source that was found is applied; those that are missing do not count. */
export const applied: ResourcesApplied = {
  status: 'True',
  reason: 'Applied',
  message: '',
  v1beta1Reason: '',
}

/** The workload cluster refused some object, or did not answer. */
export const applyFailed: ResourcesApplied = {
  status: 'False',
  reason: 'NotApplied',
  message: 'Failed to apply ClusterResourceSet resources to Cluster',
  v1beta1Reason: 'ApplyFailed',
}

/** A source is missing. Only seen when another one fails without a condition of its own. */
export const sourceMissing: ResourcesApplied = {
  status: 'False',
  reason: 'InternalError',
  message: checkLogs,
  v1beta1Reason: 'RetrievingResourceFailed',
}

/** The workload cluster cannot be reached. */
export const clusterUnreachable: ResourcesApplied = {
  status: 'False',
  reason: 'InternalError',
  message: checkLogs,
  v1beta1Reason: 'RemoteClusterClientFailed',
}

/** The selector of the set cannot be used. */
export const selectorFailed: ResourcesApplied = {
  status: 'False',
  reason: 'InternalError',
  message: checkLogs,
  v1beta1Reason: 'ClusterMatchFailed',
}

/** A Secret has a type that is not that of sources. */
export function wrongSecretType(name: string): ResourcesApplied {
  return {
    status: 'False',
    reason: 'WrongSecretType',
    message: `Secret type of resource ${name} is not supported`,
    v1beta1Reason: 'WrongSecretType',
  }
}
