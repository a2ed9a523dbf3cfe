import type { RepositoryFile } from '../../domain/repository/repository-schema.ts'
import { FLUX_OPERATOR } from '../flux/flux-instance.ts'
import {
  CAPI,
  CLASSES,
  environmentNamespace,
  isSimulated,
  managementOf,
  PLANS,
  SIMULATE_VALUES,
} from '../places.ts'

/** The README of a fleet repository: what to do next, in order, with commands, and where things are. */
export function readmeFile(repository: RepositoryFile): string {
  const environment = Object.keys(repository.environments)[0] ?? 'dev'
  const steps = [
    ...managementSteps(repository),
    {
      title: 'Choose the add-ons of every cluster',
      text: `${code(['fitout add --list', ...addOns(repository)])}
Add-ons that are needed before Flux runs are packs, made of manifests: the command prints how to get them.`,
    },
    {
      title: 'Add a cluster',
      text: `Put a ClusterClass with its templates into one file in \`${CLASSES}\`. Then:

${code([`fitout cluster new team-1 --env ${environment} --class <class> --set <variable>=<value>`, 'fitout cluster list'])}`,
    },
    ...credentialSteps(repository),
    {
      title: 'Try it before it reaches a cluster, and merge it',
      text: code([
        isSimulated(repository.pattern)
          ? `fitout simulate -f infrastructure --values ${SIMULATE_VALUES}`
          : 'fitout init --check',
        'git add --all',
        'git commit --message "Add team-1"',
        'git push',
      ]),
    },
    ...newClusterSteps(repository, environment),
    {
      title: 'Watch it come up',
      text: code([`fitout wait ${environment}/team-1 --timeout 40m`, `fitout why ${environment}/team-1`]),
    },
  ]
  return `# Fleet

Clusters by Cluster API, add-ons by Flux, in the order of a Fitout. Pattern \`${repository.pattern}\`, layout \`${repository.layout}\`; [fitout.yaml](fitout.yaml) says more.

${steps.map(({ title, text }, index) => `## ${index + 1}. ${title}\n\n${text}`).join('\n\n')}

## Where things are

| | |
|---|---|
${places(repository)
  .map(([place, what]) => `| \`${place}\` | ${what} |`)
  .join('\n')}

## Keep it up to date

\`fitout init --upgrade\` brings what a newer Fitout writes; your changes stay, and what both changed is marked as Git marks it.
\`.fitout/\` holds what Fitout wrote, to tell the one from the other. Commit it, and leave it to Fitout.
`
}

interface Step {
  readonly title: string
  readonly text: string
}

function managementSteps(repository: RepositoryFile): readonly Step[] {
  const { pattern, versions, namespaces } = repository
  const folder = `clusters/${managementOf(repository)}`
  const release = `https://github.com/fluxcd/flux2/releases/download/v${versions.flux.replace(/^v/, '')}/install.yaml`
  const secret = gitSecretCommands(repository)
  // On a hub the proofs read the releases there, which Fitout is not allowed to by default.
  const install =
    pattern === 'flux-operator' ? 'fitout install --set managementProofs.flux=true' : 'fitout install'
  const fitout: Step = {
    title: 'Install Fitout there',
    text: `Cluster API must run on it, with ClusterClasses: \`CLUSTER_TOPOLOGY=true clusterctl init\`.\n\n${code([install, 'fitout check'])}`,
  }
  switch (pattern) {
    case 'flux-operator':
      return [
        {
          title: 'Install Flux on the hub, once',
          text: `${code([
            `helm install flux-operator oci://ghcr.io/controlplaneio-fluxcd/charts/flux-operator --version ${FLUX_OPERATOR} --namespace ${namespaces.flux} --create-namespace`,
            ...secret,
            `kubectl apply --server-side --filename ${folder}/flux-system/flux-instance.yaml`,
          ])}
Flux does not run on the other clusters: while the hub is down, drift on them is not corrected.`,
        },
        fitout,
      ]
    case 'terraform':
      return [
        {
          title: 'Install Flux on the management cluster, once',
          text: code([
            'cd terraform',
            'terraform init',
            ...terraformCommands(managementOf(repository), '$KUBECONFIG'),
            'cd ..',
            ...sopsCommands(repository),
          ]),
        },
        fitout,
      ]
    default:
      return [
        {
          title: 'Get the manifests of Flux',
          text: `${code([`fitout init --upgrade --flux ${release}`])}
Without a network on this machine, download that file elsewhere and give its path.`,
        },
        {
          title: 'Install Flux on the management cluster, once',
          text: `${code([`kubectl create namespace ${namespaces.flux}`, ...secret, applyFlux(folder)])}
The first attempt creates the CRDs of Flux; a later one creates the objects of these kinds. Nothing here can write to the repository: upgrades of Flux are merge requests.`,
        },
        fitout,
      ]
  }
}

// Server-side apply continues behind what it cannot apply yet.
function applyFlux(folder: string, kubeconfig = ''): string {
  return `until kubectl${kubeconfig} apply --server-side --kustomize ${folder}/flux-system; do sleep 1; done`
}

/** What is done once for a cluster when it is there: Flux comes to it from outside. */
function newClusterSteps(repository: RepositoryFile, environment: string): readonly Step[] {
  const { git, pattern, namespaces } = repository
  if (pattern === 'crs' || pattern === 'flux-operator') return []
  const way = ' --kubeconfig /tmp/team-1.kubeconfig'
  const credentials =
    git.credentials === 'none'
      ? []
      : [
          `kubectl${way} create namespace ${namespaces.flux}`,
          `kubectl${way} create secret generic git-credentials --namespace ${namespaces.flux} --from-literal=username=<deploy-token-user> --from-literal=password=<deploy-token>`,
        ]
  const namespace = environmentNamespace(repository, environment)
  const kubeconfig = [
    // Nobody else on this machine reads it.
    'umask 077',
    `kubectl get secret team-1-kubeconfig --namespace ${namespace} --output jsonpath={.data.value} | base64 --decode > /tmp/team-1.kubeconfig`,
  ]
  const begin = [...kubeconfig, ...credentials]
  if (pattern === 'terraform') {
    return [
      {
        title: 'Install Flux on the cluster, once it exists',
        text: `${code([
          ...kubeconfig,
          'cd terraform',
          ...terraformCommands('team-1', '/tmp/team-1.kubeconfig'),
          'cd ..',
        ])}
Delete the file: \`rm /tmp/team-1.kubeconfig\`.`,
      },
    ]
  }
  if (pattern === 'flux-cli') {
    return [
      {
        title: 'Give CI access to the cluster, once it exists',
        text: `${code(begin)}
${git.forge === 'github' ? githubVariable : gitlabVariable}
It is the kubeconfig of an administrator: these permissions are needed to apply Flux. Delete the file: \`rm /tmp/team-1.kubeconfig\`.`,
      },
    ]
  }
  return [
    {
      title: 'Install the agent and Flux on the cluster, once it exists',
      text: `Register the agent \`team-1\` (Operate > Kubernetes clusters), which gives its token. Then:

${code([
  ...begin,
  `kubectl${way} create namespace gitlab-agent`,
  `kubectl${way} create secret generic gitlab-agent-token --namespace gitlab-agent --from-literal=token=<token>`,
  applyFlux('clusters/team-1', way),
])}
From here on Flux on the cluster reads \`clusters/team-1\`, and the agent tells it about each push. Delete the file: \`rm /tmp/team-1.kubeconfig\`.`,
    },
  ]
}

const gitlabVariable =
  'Put it into the variable `KUBECONFIG` of type file, for the environment `team-1` alone (Settings > CI/CD > Variables), and run the pipeline again. Its job `apply-team-1` brings Flux and the add-ons, now and with each push.'
const githubVariable =
  'Put it into the secret `KUBECONFIG` of the environment `team-1` (Settings > Environments), and run the workflow again. It brings Flux and the add-ons, now and with each push.'

function gitSecretCommands({ git, namespaces }: RepositoryFile): readonly string[] {
  if (git.credentials === 'none') return []
  return [
    `kubectl create secret generic git-credentials --namespace ${namespaces.flux} --from-literal=username=<deploy-token-user> --from-literal=password=<deploy-token>`,
    ...sopsCommands({ git, namespaces }),
  ]
}

function sopsCommands({ git, namespaces }: Pick<RepositoryFile, 'git' | 'namespaces'>): readonly string[] {
  if (git.credentials !== 'sops') return []
  return [
    'age-keygen --output ../age.agekey',
    `kubectl create secret generic sops-age --namespace ${namespaces.flux} --from-file=../age.agekey`,
  ]
}

// One state a cluster.
function terraformCommands(cluster: string, kubeconfig: string): readonly string[] {
  return [
    `terraform workspace select -or-create ${cluster}`,
    `terraform apply -var cluster=${cluster} -var kubeconfig=${kubeconfig}`,
  ]
}

function credentialSteps(repository: RepositoryFile): readonly Step[] {
  const { git, pattern, namespaces } = repository
  if (git.credentials === 'none' || pattern === 'flux-operator' || pattern === 'terraform') return []
  if (git.credentials === 'external-secrets' && pattern === 'crs') {
    return [
      {
        title: 'Let External Secrets make the credentials of the cluster',
        text: 'Put a read-only deploy token for each cluster into your secret store, under the key that its `git-credentials.yaml` names.',
      },
    ]
  }
  if (pattern !== 'crs') return []
  const environment = Object.keys(repository.environments)[0] ?? 'dev'
  const folder = `${CAPI}/${environment}/team-1`
  return [
    {
      title: 'Give the cluster its read-only credentials, encrypted',
      text: `A deploy token (or key) of its own for each cluster, read-only. Put the public key of \`age.agekey\` into [.sops.yaml](.sops.yaml), keep the key itself out of this repository, and:

${code([
  `kubectl create secret generic git-credentials --namespace ${namespaces.flux} --from-literal=username=<user> --from-literal=password=<token> --dry-run=client --output yaml > /tmp/git-credentials.yaml`,
  `kubectl create secret generic team-1-git-credentials --type addons.cluster.x-k8s.io/resource-set --from-file=git-credentials.yaml=/tmp/git-credentials.yaml --dry-run=client --output yaml | sops encrypt --filename-override ${folder}/git-credentials.sops.yaml /dev/stdin > ${folder}/git-credentials.sops.yaml`,
  'rm /tmp/git-credentials.yaml',
  `fitout cluster new team-1 --env ${environment}`,
])}
The last command lists the file beside the Cluster. A Secret that is not encrypted is refused.`,
    },
  ]
}

function addOns({ pattern }: RepositoryFile): readonly string[] {
  return pattern === 'flux-operator'
    ? ['fitout add cert-manager']
    : ['fitout add flux', 'fitout add cert-manager']
}

function places(repository: RepositoryFile): readonly (readonly [string, string])[] {
  const { pattern, layout } = repository
  const shared = [
    [`clusters/${managementOf(repository)}`, 'what Flux on the management cluster reads'],
    [CAPI, 'Clusters, one folder an environment, one folder a cluster'],
    [CLASSES, 'ClusterClasses'],
    [PLANS, 'Fitouts: the order of the add-ons, and what proves each'],
    ['infrastructure/packs', 'what ClusterResourceSets deliver, made by `fitout pack`'],
  ] as const
  const own: Record<typeof pattern, readonly (readonly [string, string])[]> = {
    crs: [
      ['clusters/<env>/mgmt', 'what the management cluster of an environment reads'],
      ['clusters/<env>/<cluster>', 'what Flux on a cluster reads: the infrastructure, and the tenants'],
      ['infrastructure/workload-clusters', 'add-ons that Flux installs on every cluster'],
      ['tenants', 'what teams run'],
    ],
    'flux-cli': [
      ['clusters/<cluster>/flux-system', 'Flux on a cluster'],
      [
        'clusters/flux-common',
        'add-ons, one file for each cluster and add-on; the label `fitout.dev/cluster` says whose. CI applies them',
      ],
    ],
    'flux-cli-kas': [
      ['clusters/<cluster>', 'what Flux on a cluster reads: Flux itself, the agent, one folder an add-on'],
      [
        '.gitlab/agents/<cluster>',
        'configuration of the GitLab agent, by which a push reaches the cluster at once',
      ],
    ],
    'flux-operator': [
      ['clusters/<env>/<cluster>', 'add-ons of a cluster, one ResourceSet each, run by the hub'],
    ],
    terraform: [
      ['terraform', 'brings Flux to a cluster, once'],
      ['clusters/<cluster>', 'what Flux on a cluster reads: Flux itself, one folder an add-on'],
    ],
  }
  const systems =
    layout === 'kustomize' && pattern !== 'crs' ? [['systems', 'bases and overlays of add-ons'] as const] : []
  return [
    ...shared,
    ...own[pattern],
    ...systems,
    ['add-ons', 'your own add-ons, one YAML file each: `fitout add <name>`'] as const,
  ]
}

function code(lines: readonly string[]): string {
  return `\`\`\`sh\n${lines.join('\n')}\n\`\`\`\n`
}
