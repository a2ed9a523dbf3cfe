import type { InstallValues } from '../install-values.ts'
import { type InstalledObject, installed, installLabels } from '../installed-object.ts'

/** What the console beside the controller is made of. */
export interface ConsoleOptions {
  readonly namespace: string
  readonly values: InstallValues
  readonly image: string
  /** The version of Fitout. */
  readonly version: string
}

const podLabels = { ...installLabels, 'app.kubernetes.io/component': 'console' }
const SECRET_FOLDER = '/etc/fitout/console'
const secretVolume = {
  name: 'login',
  secret: { secretName: installed.consoleSecret, items: [{ key: 'client-secret', path: 'client-secret' }] },
}

/** The Deployment of the console, its Service, and who may connect to it. */
export function consoleWorkload(options: ConsoleOptions): readonly InstalledObject[] {
  const { namespace, values } = options
  const metadata = { name: installed.console, namespace, labels: installLabels }
  return [
    ...(values.networkPolicy.enabled ? [openToIngress(options)] : []),
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata,
      spec: { selector: podLabels, ports: [{ name: 'http', port: 80, targetPort: 'http' }] },
    },
    deployment(options),
  ]
}

/** Only Pods of one namespace connect: those that end TLS. */
function openToIngress({ namespace, values }: ConsoleOptions): InstalledObject {
  const from = { 'kubernetes.io/metadata.name': values.console.ingressNamespace }
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: installed.console, namespace, labels: installLabels },
    spec: {
      podSelector: { matchLabels: podLabels },
      policyTypes: ['Ingress'],
      ingress: [{ from: [{ namespaceSelector: { matchLabels: from } }], ports: [{ port: 'http' }] }],
    },
  }
}

function deployment({ namespace, values, image, version }: ConsoleOptions): InstalledObject {
  const { priorityClassName, nodeSelector, tolerations } = values
  const { pullSecrets } = values.image
  const versionLabel = { 'app.kubernetes.io/version': version }
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: installed.console, namespace, labels: { ...installLabels, ...versionLabel } },
    spec: {
      // Sessions live in its memory: a second Pod would not know them.
      replicas: 1,
      strategy: { type: 'Recreate' },
      selector: { matchLabels: podLabels },
      template: {
        metadata: { labels: { ...podLabels, ...versionLabel } },
        spec: {
          serviceAccountName: installed.console,
          ...(pullSecrets.length > 0 && { imagePullSecrets: pullSecrets.map(name => ({ name })) }),
          ...(priorityClassName !== '' && { priorityClassName }),
          ...(Object.keys(nodeSelector).length > 0 && { nodeSelector }),
          ...(tolerations.length > 0 && { tolerations }),
          terminationGracePeriodSeconds: 5,
          securityContext: {
            runAsNonRoot: true,
            runAsUser: 65532,
            runAsGroup: 65532,
            seccompProfile: { type: 'RuntimeDefault' },
          },
          containers: [container(values, image)],
          volumes: [secretVolume],
        },
      },
    },
  }
}

function container(values: InstallValues, image: string): object {
  const probe = { httpGet: { path: '/healthz', port: 'http' }, timeoutSeconds: 5 }
  return {
    name: 'console',
    image,
    imagePullPolicy: values.image.pullPolicy,
    args: [
      'console',
      '--address=0.0.0.0:8080',
      '--public-url=$(PUBLIC_URL)',
      '--oidc-issuer-url=$(OIDC_ISSUER_URL)',
      '--oidc-client-id=$(OIDC_CLIENT_ID)',
      `--oidc-client-secret-file=${SECRET_FOLDER}/client-secret`,
      '--oidc-username-claim=$(OIDC_USERNAME_CLAIM)',
      '--oidc-username-prefix=$(OIDC_USERNAME_PREFIX)',
      '--oidc-groups-claim=$(OIDC_GROUPS_CLAIM)',
      '--oidc-groups-prefix=$(OIDC_GROUPS_PREFIX)',
      '--git-url=$(GIT_URL)',
      '--git-kind=$(GIT_KIND)',
      '--git-branch=$(GIT_BRANCH)',
    ],
    env: envOf(values),
    ports: [{ name: 'http', containerPort: 8080 }],
    livenessProbe: { ...probe, periodSeconds: 20 },
    readinessProbe: { ...probe, periodSeconds: 10 },
    resources: values.console.resources,
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    },
    volumeMounts: [{ name: secretVolume.name, mountPath: SECRET_FOLDER, readOnly: true }],
  }
}

// By their names, so that a kustomization can set each of them.
function envOf({ console: { publicUrl, oidc, git } }: InstallValues): readonly object[] {
  return Object.entries({
    PUBLIC_URL: publicUrl,
    OIDC_ISSUER_URL: oidc.issuerUrl,
    OIDC_CLIENT_ID: oidc.clientId,
    OIDC_USERNAME_CLAIM: oidc.usernameClaim,
    OIDC_USERNAME_PREFIX: oidc.usernamePrefix,
    OIDC_GROUPS_CLAIM: oidc.groupsClaim,
    OIDC_GROUPS_PREFIX: oidc.groupsPrefix,
    GIT_URL: git.url,
    GIT_KIND: git.kind,
    GIT_BRANCH: git.branch,
  }).map(([name, value]) => ({ name, value }))
}
