import type { RepositoryFile, RepositoryPattern } from '../../domain/repository/repository-schema.ts'
import { isAppliedByCi, isSimulated, SIMULATE_VALUES } from '../places.ts'
import { joinTrees, type RepositoryTree } from '../tree.ts'
import { githubSetup, sharedApplyFiles } from './apply-ci-files.ts'

/** What CI runs for a change: thin, so that the same commands can be run by hand. */
export function ciFiles(repository: RepositoryFile, fitout: string): RepositoryTree {
  const { git, pattern } = repository
  const isApplied = isAppliedByCi(pattern)
  return joinTrees(
    git.forge === 'github'
      ? new Map([
          [
            '.github/workflows/fleet.yaml',
            github(git.branch, { fitout, checks: script(pattern, ' '.repeat(10)) }),
          ],
        ])
      : new Map([['.gitlab-ci.yml', gitlab({ fitout, checks: script(pattern, ' '.repeat(6)) }, isApplied)]]),
    isApplied ? sharedApplyFiles(repository, fitout) : new Map(),
  )
}

// No pack yet is no reason to fail.
const packCheck = 'if ls infrastructure/packs/*/pack.yaml >/dev/null 2>&1; then fitout pack --check; fi'
const simulation = `fitout simulate -f infrastructure --values ${SIMULATE_VALUES}`

function script(pattern: RepositoryPattern, indent: string): string {
  const simulations = isSimulated(pattern) ? [simulation] : []
  const checks = ['fitout init --check', 'fitout lint', 'fitout cluster list', packCheck, ...simulations]
  return checks.map(line => `${indent}${line}\n`).join('')
}

interface CiContent {
  /** The version of the command. */
  readonly fitout: string
  readonly checks: string
}

const applyStage = `stages: [check, apply, upgrade]

include:
  # A job for each cluster, which \`fitout cluster new\` writes.
  - local: .gitlab/ci/apply*.yml
`

function gitlab({ fitout, checks }: CiContent, isApplied: boolean): string {
  return `# Checks of this fleet repository. Each line can be run manually.
${isApplied ? applyStage : 'stages: [check, upgrade]\n'}
.fitout:
  image: node:24
  variables:
    # Every commit, so that a change can be compared with any other.
    GIT_DEPTH: 0
  before_script:
    - npm install --global fitout@${fitout}

check:
  extends: .fitout
  stage: check
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH && $CI_PIPELINE_SOURCE != "schedule"
  script:
    - |
${checks}
# Says in the merge request what it does to every cluster, in one comment that is renewed. The comment needs a token,
# FITOUT_FORGE_TOKEN: a project access token with the scope api and the role Reporter. Without it the job only prints.
plan:
  extends: .fitout
  stage: check
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
  script:
    - if [ -n "$FITOUT_FORGE_TOKEN" ]; then fitout plan -o md --post; else fitout plan; fi

# Runs on a schedule (Build > Pipeline schedules). It pushes a branch and opens a merge request with the token of a bot,
# FLEET_BOT_TOKEN: a project access token with the scope write_repository. No cluster has a key that can write.
upgrade:
  extends: .fitout
  stage: upgrade
  rules:
    - if: $CI_PIPELINE_SOURCE == "schedule"
  script:
    - npm install --global fitout@latest
    - fitout init --upgrade
    - git add --all
    - git diff --cached --quiet && exit 0
    - git checkout -B fitout/upgrade
    - git -c user.name=fitout -c user.email=fitout@\${CI_SERVER_HOST} commit --message "fleet, take what the newest fitout writes"
    - git push --force -o merge_request.create -o merge_request.remove_source_branch "https://fitout:\${FLEET_BOT_TOKEN}@\${CI_SERVER_HOST}/\${CI_PROJECT_PATH}.git" fitout/upgrade
`
}

function github(branch: string, { fitout, checks }: CiContent): string {
  return `# Checks of this fleet repository. Each line can be run manually.
name: fleet
on:
  pull_request:
  push:
    branches: [${JSON.stringify(branch)}]
  schedule:
    - cron: "17 5 * * 1"

permissions:
  contents: read

jobs:
  check:
    if: github.event_name != 'schedule'
    runs-on: ubuntu-latest
    steps:
${githubSetup(fitout)}      - run: |
${checks}
  # Says in the pull request what it does to every cluster, in one comment that is renewed. A fork has no token for it.
  plan:
    if: github.event_name == 'pull_request'
    runs-on: ubuntu-latest
    permissions:
      contents: read
      pull-requests: write
    steps:
${githubSetup(fitout)}      - env:
          GITHUB_TOKEN: \${{ github.token }}
          IS_FORK: \${{ github.event.pull_request.head.repo.fork }}
        run: |
          if [ "$IS_FORK" = true ]; then fitout plan; else fitout plan -o md --post; fi

  # Opens a pull request with what the newest fitout writes. No cluster has a key that can write.
  upgrade:
    if: github.event_name == 'schedule'
    runs-on: ubuntu-latest
    permissions:
      contents: write
      pull-requests: write
    steps:
${githubSetup('latest')}      - run: fitout init --upgrade
      - env:
          GH_TOKEN: \${{ github.token }}
        run: |
          git add --all
          git diff --cached --quiet && exit 0
          git checkout -B fitout/upgrade
          git -c user.name=fitout -c user.email=fitout@users.noreply.github.com commit --message "fleet, take what the newest fitout writes"
          git push --force origin fitout/upgrade
          test "$(gh pr list --head fitout/upgrade --json number --jq length)" != 0 || gh pr create --fill --head fitout/upgrade
`
}
