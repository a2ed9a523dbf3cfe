import type { KubeApi } from '../kube/kube-api.ts'
import { ref } from '../kube/kube-object.ts'
import type { ContainerStart } from './known-images.ts'
import type { Container, EnvVariable, Pod } from './pod.ts'

/** All that is needed of the API here. */
export type ObjectReader = Pick<KubeApi, 'find'>

/** A container that may not start yet: something that its environment names is not there. As the kubelet's own reason. */
export class ConfigError extends Error {
  override readonly name = 'CreateContainerConfigError'
}

type Environment = Record<string, string>

/** Works out arguments and environment of a container as a kubelet does. */
export async function containerStart(
  api: ObjectReader,
  pod: Pod,
  container: Container,
): Promise<ContainerStart> {
  const namespace = pod.metadata.namespace ?? 'default'
  const env: Environment = {}
  for (const { prefix = '', configMapRef, secretRef } of container.envFrom ?? []) {
    const source = configMapRef ?? secretRef
    if (!source) continue
    const data = await readData(api, configMapRef ? 'ConfigMap' : 'Secret', `${namespace}/${source.name}`)
    if (!data && !source.optional) throw new ConfigError(`"${source.name}" not found`)
    for (const [key, value] of Object.entries(data ?? {})) env[prefix + key] = value
  }
  for (const variable of container.env ?? []) {
    const value = await valueOf(api, { pod, container, variable, env })
    if (value !== undefined) env[variable.name] = value
  }
  return { args: (container.args ?? []).map(arg => expand(arg, env)), env }
}

async function valueOf(
  api: ObjectReader,
  {
    pod,
    container,
    variable,
    env,
  }: { pod: Pod; container: Container; variable: EnvVariable; env: Environment },
): Promise<string | undefined> {
  const { value = '', valueFrom } = variable
  if (!valueFrom) return expand(value, env)
  if (valueFrom.fieldRef) return podField(pod, valueFrom.fieldRef.fieldPath)
  if (valueFrom.resourceFieldRef) return containerResource(container, valueFrom.resourceFieldRef)
  const keyRef = valueFrom.configMapKeyRef ?? valueFrom.secretKeyRef
  if (!keyRef) return undefined
  const kind = valueFrom.configMapKeyRef ? 'ConfigMap' : 'Secret'
  const data = await readData(api, kind, `${pod.metadata.namespace}/${keyRef.name}`)
  const found = data?.[keyRef.key]
  if (found === undefined && !keyRef.optional) {
    throw new ConfigError(
      `couldn't find key ${keyRef.key} in ${kind} ${pod.metadata.namespace}/${keyRef.name}`,
    )
  }
  return found
}

async function readData(api: ObjectReader, kind: string, path: string): Promise<Environment | undefined> {
  const object = await api.find(ref('v1', kind, path))
  if (!object) return undefined
  const data = (object['data'] ?? {}) as Environment
  if (kind === 'ConfigMap') return data
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]),
  )
}

// `$(NAME)` of a name that is not set stays as it is, and `$$(NAME)` is the escape for it.
function expand(text: string, env: Environment): string {
  return text.replaceAll(
    /\$(\$)?\(([A-Za-z_][\w.-]*)\)/g,
    (whole, escaped: string | undefined, name: string) => {
      if (escaped !== undefined) return `$(${name})`
      return env[name] ?? whole
    },
  )
}

function podField(pod: Pod, path: string): string {
  const fields: Readonly<Record<string, string | undefined>> = {
    'metadata.name': pod.metadata.name,
    'metadata.namespace': pod.metadata.namespace,
    'metadata.uid': pod.metadata.uid,
    'spec.nodeName': pod.spec.nodeName,
    'spec.serviceAccountName': pod.spec.serviceAccountName,
    'status.podIP': pod.status?.podIP,
  }
  return fields[path] ?? ''
}

const units: Readonly<Record<string, number>> = {
  m: 1e-3,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
}

function containerResource(
  container: Container,
  { resource, divisor }: { resource: string; divisor?: string },
): string {
  const [kind, name = ''] = resource.split('.')
  const quantity = container.resources?.[kind === 'limits' ? 'limits' : 'requests']?.[name] ?? '0'
  return String(Math.ceil(amount(quantity) / (amount(divisor ?? '1') || 1)))
}

function amount(quantity: string): number {
  const [, digits = '0', unit = ''] = /^([\d.]+)([a-zA-Z]*)$/.exec(quantity) ?? []
  return Number(digits) * (units[unit] ?? 1)
}
