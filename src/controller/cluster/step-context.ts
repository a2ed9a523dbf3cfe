import type { Fitout } from '../../domain/api/schema/fitout-schema.ts'
import type { Call } from '../../engine/api/api.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'
import type { WorkloadView } from '../views/workload-view.ts'
import type { Dependencies } from './dependencies.ts'

/** One cluster, and how to read it. */
export interface GatherRequest {
  readonly cluster: KubeObject
  readonly fitout: Fitout
  /** The value of the refresh annotation: a person wants everything to be read again. */
  readonly refresh: string | undefined
  /** The steps that are read from the servers now, instead of from caches. */
  readonly fresh: ReadonlySet<string>
  /** Steps to gather in any case: all at once is faster than one after the other. */
  readonly steps?: ReadonlySet<string>
  readonly call: Call
}

/** A cluster that can be read, for gathering the facts of its steps. */
export interface StepContext {
  readonly dependencies: Dependencies
  readonly request: GatherRequest
  readonly view: WorkloadView
  readonly version: string
}
