import type { KubeObject } from '../kube/kube-object.ts'

/** The parts of a Pod that the kubelet reads. */
export interface Pod extends KubeObject {
  readonly spec: PodSpec
  readonly status?: { readonly phase?: string; readonly podIP?: string }
}

interface PodSpec {
  readonly nodeName?: string
  readonly serviceAccountName?: string
  readonly restartPolicy?: string
  readonly terminationGracePeriodSeconds?: number
  readonly containers: readonly Container[]
  readonly securityContext?: { readonly runAsUser?: number; readonly runAsGroup?: number }
  readonly volumes?: readonly Volume[]
}

interface Volume {
  readonly name: string
  readonly emptyDir?: object
  readonly projected?: { readonly sources?: readonly object[] }
}

export interface Container {
  readonly name: string
  readonly image: string
  readonly command?: readonly string[]
  readonly args?: readonly string[]
  readonly volumeMounts?: readonly VolumeMount[]
  readonly env?: readonly EnvVariable[]
  readonly envFrom?: readonly EnvSource[]
  readonly ports?: readonly { readonly name?: string; readonly containerPort: number }[]
  readonly readinessProbe?: Probe
  readonly livenessProbe?: Probe
  readonly resources?: Readonly<Record<'limits' | 'requests', Readonly<Record<string, string>> | undefined>>
}

interface VolumeMount {
  readonly name: string
  readonly mountPath: string
  readonly readOnly?: boolean
}

export interface Probe {
  readonly httpGet?: { readonly path?: string; readonly port: number | string }
  readonly initialDelaySeconds?: number
  readonly periodSeconds?: number
  readonly timeoutSeconds?: number
  readonly failureThreshold?: number
}

export interface EnvVariable {
  readonly name: string
  readonly value?: string
  readonly valueFrom?: {
    readonly fieldRef?: { readonly fieldPath: string }
    readonly resourceFieldRef?: { readonly resource: string; readonly divisor?: string }
    readonly configMapKeyRef?: KeyRef
    readonly secretKeyRef?: KeyRef
  }
}

interface KeyRef {
  readonly name: string
  readonly key: string
  readonly optional?: boolean
}

interface EnvSource {
  readonly prefix?: string
  readonly configMapRef?: { readonly name: string; readonly optional?: boolean }
  readonly secretRef?: { readonly name: string; readonly optional?: boolean }
}
