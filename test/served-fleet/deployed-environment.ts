import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'

interface Deployment {
  readonly spec: {
    readonly template: { readonly spec: { readonly containers: readonly [Container] } }
  }
}

interface Container {
  readonly env: readonly { readonly name: string; readonly value?: string }[]
}

const file = join(import.meta.dirname, '../../deploy/controller/deployment.yaml')

/** The environment in which `deploy` runs the controller, but for what is said of its Pod. */
export function deployedEnvironment(): Readonly<Record<string, string>> {
  const { spec } = load(readFileSync(file, 'utf8')) as Deployment
  const [{ env }] = spec.template.spec.containers
  return Object.fromEntries(env.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])))
}
