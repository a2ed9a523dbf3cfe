import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'

const folder = join(import.meta.dirname, '../../deploy/monitoring')

/** An alert, as rules.yaml has it. */
export interface Alert {
  readonly alert: string
  readonly expr: string
  readonly for: string
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<'summary' | 'description' | 'runbook_url', string>>
}

interface Rules {
  readonly spec: { readonly groups: readonly { readonly name: string; readonly rules: readonly Alert[] }[] }
}

interface Target {
  readonly expr: string
  readonly legendFormat?: string
  readonly datasource: object
}

/** A panel of the dashboard. Rows have no targets. */
export interface Panel {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly datasource?: object
  readonly gridPos: Readonly<Record<'x' | 'y' | 'w' | 'h', number>>
  readonly targets?: readonly Target[]
}

interface Dashboard {
  readonly schemaVersion: number
  readonly templating: {
    readonly list: readonly { readonly name: string; readonly type: string; readonly definition?: string }[]
  }
  readonly panels: readonly Panel[]
}

/** The alerts of deploy/monitoring. */
export function readAlerts(): readonly Alert[] {
  const { spec } = load(readFileSync(join(folder, 'rules.yaml'), 'utf8')) as Rules
  return spec.groups.flatMap(({ rules }) => rules)
}

/** The dashboard of deploy/monitoring. */
export function readDashboard(): Dashboard {
  return JSON.parse(readFileSync(join(folder, 'dashboard.json'), 'utf8')) as Dashboard
}
