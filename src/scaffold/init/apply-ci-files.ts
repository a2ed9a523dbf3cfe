import type { RepositoryFile } from '../../domain/repository/repository-schema.ts'
import type { RepositoryTree } from '../tree.ts'

/** What the jobs that apply to clusters share. */
export function sharedApplyFiles({ git }: RepositoryFile, fitout: string): RepositoryTree {
  return git.forge === 'github'
    ? new Map([['.github/workflows/apply.yaml', githubShared(fitout)]])
    : new Map([['.gitlab/ci/apply.yml', gitlabShared]])
}

/** The job that applies to one cluster what changed since the commit that it took last. */
export function clusterApplyFile({ git }: RepositoryFile, cluster: string): RepositoryTree {
  return git.forge === 'github'
    ? new Map([[`.github/workflows/apply-${cluster}.yaml`, githubJob(cluster, git.branch)]])
    : new Map([[`.gitlab/ci/apply-${cluster}.yml`, gitlabJob(cluster)]])
}

// No rules:changes: they compare with the commit before, and what a failed pipeline left is not in there.
const gitlabShared = `# What the jobs that apply to clusters share. Each cluster has its own job, in a file of its own beside this one.
.apply:
  extends: .fitout
  stage: apply
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH && $CI_PIPELINE_SOURCE != "schedule"
`

function gitlabJob(cluster: string): string {
  return `# Applies to ${cluster} what changed since the commit that it took last: Flux, and what names it in clusters/flux-common.
# The kubeconfig of the cluster is the variable KUBECONFIG, of type file and for the environment ${cluster} alone.
apply-${cluster}:
  extends: .apply
  environment: ${JSON.stringify(cluster)}
  resource_group: ${JSON.stringify(cluster)}
  script:
    - fitout apply --cluster ${cluster}
`
}

/** The steps with which each job of GitHub begins: the repository with every commit, Node and the command. */
export function githubSetup(fitout: string): string {
  return `      - uses: actions/checkout@v5
        with:
          fetch-depth: 0
      - uses: actions/setup-node@v5
        with:
          node-version: 24
      - run: npm install --global fitout@${fitout}
`
}

function githubShared(fitout: string): string {
  return `# Applies to one cluster what changed since the commit that it took last. Each cluster has a workflow of its own that calls it.
# The kubeconfig of a cluster is the secret KUBECONFIG of the environment that has its name.
name: apply
on:
  workflow_call:
    inputs:
      cluster:
        required: true
        type: string

permissions:
  contents: read

jobs:
  apply:
    runs-on: ubuntu-latest
    environment: \${{ inputs.cluster }}
    concurrency:
      group: apply-\${{ inputs.cluster }}
      cancel-in-progress: false
    steps:
${githubSetup(fitout)}      - env:
          CLUSTER: \${{ inputs.cluster }}
          CONTENT: \${{ secrets.KUBECONFIG }}
        run: |
          umask 077
          printf '%s' "$CONTENT" > "$RUNNER_TEMP/kubeconfig"
          fitout apply --cluster "$CLUSTER" --kubeconfig "$RUNNER_TEMP/kubeconfig"
`
}

function githubJob(cluster: string, branch: string): string {
  return `# Applies to ${cluster} what changed since the commit that it took last: Flux, and what names it in clusters/flux-common.
name: apply ${cluster}
on:
  push:
    branches: [${JSON.stringify(branch)}]

permissions:
  contents: read

jobs:
  apply:
    uses: ./.github/workflows/apply.yaml
    with:
      cluster: ${JSON.stringify(cluster)}
    secrets: inherit
`
}
