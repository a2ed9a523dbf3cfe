import { createHmac, randomUUID } from 'node:crypto'
import type { ControlPlane } from '../control-plane/control-plane.ts'
import { KubeApi } from '../kube/kube-api.ts'
import { type KubeObject, ref } from '../kube/kube-object.ts'
import { until } from '../kube/until.ts'
import { chart } from '../servers/chart.ts'

const AGENT = 'gitlab-agent'
const RECEIVER_PORT = 9292

/** Stands for the chart of the GitLab agent: the same name, the same values, and an agent that does nothing. */
export const agentChart = chart(AGENT, '2.22.1', {
  'templates/agent.yaml': `{{- if .Values.serviceAccount.create }}
apiVersion: v1
kind: ServiceAccount
metadata: {name: {{ .Values.serviceAccount.name }}}
---
{{- end }}
{{- if .Values.rbac.create }}
{{ fail "the agent must not be made an administrator" }}
{{- end }}
apiVersion: apps/v1
kind: Deployment
metadata: {name: {{ .Release.Name }}}
spec:
  selector: {matchLabels: {app: agent}}
  template:
    metadata: {labels: {app: agent}}
    spec:
      serviceAccountName: {{ .Values.serviceAccount.name }}
      containers:
      - {name: agent, image: 'docker.io/library/agentk:1', args: ['--kas-address={{ .Values.config.kasAddress }}']}
      volumes:
      - {name: token, secret: {secretName: {{ .Values.config.secretName }}}}
`,
})

/**
 * Does for one cluster what the Flux module of the GitLab agent does, with the permissions of its account: a Receiver and its
 * Secret for each GitRepository, and a signed call of the Receiver for each push.
 */
export class Agentk {
  readonly #url: string
  readonly #token: string

  private constructor(url: string, token: string) {
    this.#url = url
    this.#token = token
  }

  static async start(controlPlane: ControlPlane): Promise<Agentk> {
    const api = await asAgent(controlPlane)
    const [source] = await api.list('source.toolkit.fluxcd.io/v1', 'GitRepository')
    if (!source) throw new Error('cannot find a GitRepository')
    const { name, namespace = '' } = source.metadata
    const token = randomUUID()
    const metadata = { name: `gitlab-${name}`, namespace }
    await api.create({ apiVersion: 'v1', kind: 'Secret', metadata, stringData: { token } })
    await api.create({
      apiVersion: 'notification.toolkit.fluxcd.io/v1',
      kind: 'Receiver',
      metadata,
      spec: {
        type: 'generic-hmac',
        secretRef: { name: metadata.name },
        resources: [{ kind: 'GitRepository', name, namespace }],
      },
    })
    const receiver = ref('notification.toolkit.fluxcd.io/v1', 'Receiver', `${namespace}/${metadata.name}`)
    const path = await until('the Receiver has a path', async () => {
      const { status } = (await api.get(receiver)) as { status?: { webhookPath?: string } }
      return status?.webhookPath
    })
    // In a cluster this is http://webhook-receiver.flux-system.svc.cluster.local.
    const port = controlPlane.kubelet?.servicePort('notification-controller', RECEIVER_PORT)
    return new Agentk(`http://127.0.0.1:${port}${path}`, token)
  }

  /** Tells Flux about a push. */
  async tellPush(): Promise<number> {
    const body = '{}'
    const signature = createHmac('sha256', this.#token).update(body).digest('hex')
    const answer = await fetch(this.#url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-signature': `sha256=${signature}` },
      body,
    })
    await answer.body?.cancel()
    return answer.status
  }
}

/** The API server of a cluster, as the account of the agent reaches it. */
async function asAgent(controlPlane: ControlPlane): Promise<KubeApi> {
  const { port, ca } = await controlPlane.access(AGENT)
  const answer: KubeObject = await controlPlane.api.post(
    ref('v1', 'ServiceAccount', `${AGENT}/${AGENT}`),
    '/token',
    { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: { expirationSeconds: 86_400 } },
  )
  return new KubeApi(port, ca, answer['status'] as { token: string })
}
