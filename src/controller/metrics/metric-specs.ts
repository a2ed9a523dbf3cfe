const byFitout = ['fitout']
const byCause = ['fitout', 'state', 'step', 'reason', 'actor']

/** Whether a process is the leader: of several processes only one is. */
export const leading = {
  name: 'leading',
  help: 'Present while this process is the leader: 1 once it has read the management cluster, 0 before',
}

export const clusters = {
  name: 'clusters',
  help: 'Clusters of a Fitout, by state',
  labels: ['fitout', 'state'],
}

export const clusterCauses = {
  name: 'cluster_causes',
  help: 'Clusters that are not ready, by cause and by who can fix it',
  labels: byCause,
}

export const oldestCause = {
  name: 'oldest_cause_seconds',
  help: 'Age of the oldest cause of this kind',
  labels: byCause,
}

export const workloadConnections = {
  name: 'workload_connections',
  help: 'Workload clusters by the result of their last read, and by reason if it failed',
  labels: ['state', 'reason'],
}

export const oldestUnread = {
  name: 'oldest_unread_seconds',
  help: 'Longest time for which a workload cluster could not be read, by reason',
  labels: ['reason'],
}

export const readyUnconfirmed = {
  name: 'ready_unconfirmed_seconds',
  help: 'Longest time for which the proofs of a Ready cluster were not confirmed',
  labels: byFitout,
}

export const notifications = {
  name: 'notifications_total',
  help: 'Notifications that were sent, attempts that failed, and notifications that were dropped',
  labels: ['result'],
}

export const notificationsWaiting = {
  name: 'notifications_waiting',
  help: 'Notifications that are not sent yet',
}

const MINUTE = 60
const HOUR = 3_600

export const timeToReady = {
  name: 'time_to_ready_seconds',
  help: 'Time from the creation of a ClusterFitout to its cluster being Ready for the first time',
  labels: byFitout,
  buckets: [30, ...[1, 2, 5, 10, 15, 20, 30, 45].map(minutes => minutes * MINUTE), HOUR, 2 * HOUR, 6 * HOUR],
}

export const timeInStep = {
  name: 'step_seconds',
  help: 'Time from the gate of a step being open to its proof, the first time',
  labels: ['fitout', 'step'],
  buckets: [5, 15, 30, ...[1, 2, 5, 10, 20, 30].map(minutes => minutes * MINUTE), HOUR, 6 * HOUR],
}

export const gateLatency = {
  name: 'gate_seconds',
  help: 'Time from the event that allowed a gate to open until it is open; gates that waited for a timer are not included',
  labels: byFitout,
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
}
