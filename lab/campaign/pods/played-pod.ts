import type { KubeObject } from '../../kube/kube-object.ts'

/** The parts of a pod that decide how it runs. */
export interface PlayedPod extends KubeObject {
  readonly spec: {
    readonly nodeName?: string
    readonly initContainers?: readonly PlayedContainer[]
    readonly containers: readonly PlayedContainer[]
    readonly volumes?: readonly PlayedVolume[]
    readonly restartPolicy?: string
    readonly securityContext?: SecurityContext
    readonly activeDeadlineSeconds?: number
  }
  readonly status?: { readonly phase?: string }
}

interface PlayedVolume {
  readonly name: string
  readonly configMap?: { readonly name?: string; readonly optional?: boolean }
  readonly secret?: { readonly secretName?: string; readonly optional?: boolean }
}

interface SecurityContext {
  readonly runAsNonRoot?: boolean
  readonly runAsUser?: number
}

export interface PlayedContainer {
  readonly name: string
  readonly image?: string
  readonly imagePullPolicy?: string
  readonly command?: readonly string[]
  readonly args?: readonly string[]
  readonly env?: readonly PlayedVariable[]
  readonly ports?: readonly { readonly name?: string; readonly containerPort: number }[]
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[]
  readonly readinessProbe?: PlayedProbe
  readonly livenessProbe?: PlayedProbe
  readonly startupProbe?: PlayedProbe
  readonly lifecycle?: { readonly postStart?: { readonly exec?: { readonly command?: readonly string[] } } }
  readonly resources?: { readonly limits?: { readonly memory?: string } }
  readonly securityContext?: SecurityContext
}

interface PlayedVariable {
  readonly name: string
  readonly value?: string
  readonly valueFrom?: {
    readonly configMapKeyRef?: KeyRef
    readonly secretKeyRef?: KeyRef
  }
}

interface KeyRef {
  readonly name?: string
  readonly key: string
  readonly optional?: boolean
}

export interface PlayedProbe {
  readonly httpGet?: { readonly path?: string; readonly port: number | string; readonly scheme?: string }
}

/** What keeps a container from running, as a kubelet says it. */
export interface Trouble {
  readonly state: object
  readonly lastState?: object
  readonly restartCount?: number
  readonly warning?: { readonly reason: string; readonly message: string }
  /** It runs, and is not ready. */
  readonly isRunning?: true
}

/** The data of the ConfigMaps and Secrets of a cluster, by kind and `namespace/name`. */
export interface PodWorld {
  readonly data: (kind: 'ConfigMap' | 'Secret', path: string) => Readonly<Record<string, string>> | undefined
}
