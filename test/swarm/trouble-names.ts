/** Every kind of trouble, in a fixed order. New ones come last, so that known seeds stay what they are. */
export const troubleNames = [
  'cutLink',
  'silenceLink',
  'endWatches',
  'compact',
  'kill',
  'staleView',
  'forbid',
  'secondLeader',
  'pause',
  'editPlan',
  'recreateCluster',
  'tamperGate',
  'deleteClusterFitout',
  'changeValue',
  'takeValue',
  'takePack',
  'rotateKubeconfig',
  'crossKubeconfigs',
  'misdirect',
  'unhealthy',
  'notReady',
  'loseCluster',
  'letGo',
  'editPack',
  'smallPages',
  'freezeLeader',
  'loseLease',
  'addShard',
  'removeShard',
  'relabel',
  'copyAddress',
  'moveCluster',
  'denyWrite',
  'hangKind',
  'hostileCluster',
  'deadClusters',
  'readDenied',
  'stopManager',
  'cutDelivery',
] as const

export type TroubleName = (typeof troubleNames)[number]

const shardTroubles: ReadonlySet<TroubleName> = new Set(['addShard', 'removeShard', 'relabel'])
const electionTroubles: ReadonlySet<TroubleName> = new Set(['freezeLeader', 'loseLease', ...shardTroubles])

/** Whether several candidates stand for election: only then such trouble can be. */
export function hasElection(troubles: readonly TroubleName[]): boolean {
  return troubles.some(name => electionTroubles.has(name))
}

/** Whether clusters go from one controller to another. */
export function hasShards(troubles: readonly TroubleName[]): boolean {
  return troubles.some(name => shardTroubles.has(name))
}

/** What is left of kinds of trouble when one controller is started and no election is held. */
export function withoutElection(troubles: readonly TroubleName[]): readonly TroubleName[] {
  return troubles.filter(name => !electionTroubles.has(name))
}
