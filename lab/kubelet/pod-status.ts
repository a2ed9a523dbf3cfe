import type { Exit } from '../process/program.ts'
import type { Pod } from './pod.ts'

/** What the kubelet knows of one container. */
export interface ContainerState {
  readonly phase: 'starting' | 'running' | 'crashed' | 'ended'
  readonly startedAt: string
  readonly isReady: boolean
  readonly restarts: number
  readonly lastExit?: Exit & { readonly finishedAt: string }
  /** Why it does not start; the reason is the kubelet's own word. */
  readonly waiting?: { readonly reason: string; readonly message: string }
}

/** The status of a pod whose known containers are in these states. Containers of other images are said to run. */
export function podStatus(pod: Pod, states: ReadonlyMap<string, ContainerState>, podIP: string): object {
  const isReady = [...states.values()].every(state => state.isReady)
  const since = [...states.values()][0]?.startedAt
  const condition = (type: string, holds: boolean) => ({
    type,
    status: holds ? 'True' : 'False',
    ...(holds
      ? {}
      : { reason: 'ContainersNotReady', message: `containers with unready status: [${unready(states)}]` }),
  })
  return {
    phase: phaseOf([...states.values()]),
    podIP,
    podIPs: [{ ip: podIP }],
    hostIP: '10.0.0.1',
    startTime: since,
    conditions: [
      { type: 'PodScheduled', status: 'True' },
      { type: 'Initialized', status: 'True' },
      condition('ContainersReady', isReady),
      condition('Ready', isReady),
    ],
    containerStatuses: pod.spec.containers.map(({ name, image }) => ({
      name,
      image,
      imageID: image,
      ...containerStatus(
        states.get(name) ?? { phase: 'running', startedAt: since ?? '', isReady: true, restarts: 0 },
      ),
    })),
  }
}

function containerStatus(state: ContainerState): object {
  return {
    ready: state.isReady,
    started: state.phase === 'running',
    restartCount: state.restarts,
    state: currentState(state),
    lastState: state.lastExit ? { terminated: terminated(state.lastExit) } : {},
  }
}

// Of a pod that never starts again.
function phaseOf(states: readonly ContainerState[]): 'Running' | 'Succeeded' | 'Failed' {
  if (states.length === 0 || states.some(({ phase }) => phase !== 'ended')) return 'Running'
  return states.every(({ lastExit }) => lastExit?.code === 0) ? 'Succeeded' : 'Failed'
}

function currentState({ phase, startedAt, lastExit, waiting }: ContainerState): object {
  if (phase === 'running') return { running: { startedAt } }
  if (phase === 'ended' && lastExit) return { terminated: terminated(lastExit) }
  return { waiting: waiting ?? { reason: 'ContainerCreating' } }
}

function terminated({ code, signal, finishedAt }: Exit & { finishedAt: string }): object {
  return {
    exitCode: code ?? 137,
    reason: code === 0 ? 'Completed' : 'Error',
    finishedAt,
    message: signal ?? '',
  }
}

function unready(states: ReadonlyMap<string, ContainerState>): string {
  return [...states]
    .filter(([, state]) => !state.isReady)
    .map(([name]) => name)
    .join(' ')
}
