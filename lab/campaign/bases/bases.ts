import type { BaseMaker } from '../base.ts'
import { guard, metrics, widget } from './extension-bases.ts'
import {
  chartChain,
  chartHttp,
  chartOci,
  chartRef,
  chartValues,
  gitApps,
  gitChain,
  gitValues,
} from './flux-bases.ts'
import { nodes, values } from './management-bases.ts'
import { agent, backup, migrate, store, tenant, web } from './workload-bases.ts'

/** Every shape of plan that the campaign breaks. */
export const bases: readonly BaseMaker[] = [
  web,
  agent,
  store,
  migrate,
  backup,
  tenant,
  widget,
  metrics,
  guard,
  chartHttp,
  chartOci,
  chartRef,
  chartValues,
  chartChain,
  gitApps,
  gitValues,
  gitChain,
  values,
  nodes,
]
