import type { Fields } from '../../src/domain/object/fields.ts'
import { chart, fromChart, kustomization, proving, release, SOURCE } from './flux-samples.ts'
import { type Sample, sample, says } from './sample-objects.ts'
import { type Situation, situation, type Trouble } from './situation.ts'

const waits = says('Ready=False SourceNotReady', 'HelmChart is not ready: does not have an artifact')

interface Source {
  readonly spec?: Fields
  readonly more?: readonly Sample[]
}

function failing(condition: string, message: string): readonly Fields[] {
  const [, reason = ''] = condition.split(' ')
  return [says(condition, message), says(`Ready=False ${reason}`, message)]
}

/** A HelmRelease whose HelmRepository says this. */
function repository(condition: string, message: string, { spec = {}, more = [] }: Source = {}): Trouble {
  return proving(fromChart, [
    chart([
      says('FetchFailed=True NoSourceArtifact', "no artifact available for HelmRepository source 'charts'"),
    ]),
    sample(`${SOURCE} HelmRepository`, 'karpenter/charts', {
      spec: { url: 'https://charts.example.com', ...spec },
      status: { conditions: failing(condition, message) },
    }),
    ...more,
  ])
}

/** A HelmRelease whose OCIRepository says this. */
function registry(condition: string, message: string, { spec = {}, more = [] }: Source = {}): Trouble {
  return proving(release([waits]), [
    sample(`${SOURCE} OCIRepository`, 'karpenter/karpenter', {
      spec: { url: 'oci://registry.example.com/org/karpenter', ...spec },
      status: { conditions: failing(condition, message) },
    }),
    ...more,
  ])
}

/** A Kustomization whose GitRepository says this. */
function git(condition: string, message: string, { spec = {}, more = [] }: Source = {}): Trouble {
  return proving(
    kustomization([says('Ready=False ArtifactFailed', 'Source artifact not found, retrying in 30s')]),
    [
      sample(`${SOURCE} GitRepository`, 'flux-system/fleet', {
        spec: { url: 'https://git.example.com/fleet.git', ...spec },
        status: { conditions: failing(condition, message) },
      }),
      ...more,
    ],
  )
}

const fetchIndex = 'failed to fetch Helm repository index: failed to cache index to temporary file:'
const checkout =
  "failed to checkout and determine revision: unable to clone 'https://git.example.com/fleet.git':"
const digest =
  'failed to determine artifact digest: GET https://registry.example.com/v2/org/karpenter/manifests/v9:'

/** What source-controller says about what it fetches. */
export const fluxFetchSituations: readonly Situation[] = [
  situation(
    'The Secret of a repository does not exist',
    'FluxReferenceMissing',
    repository(
      'FetchFailed=True AuthenticationFailed',
      `failed to get authentication secret 'karpenter/charts-login': secrets "charts-login" not found`,
      { spec: { secretRef: { name: 'charts-login' } } },
    ),
  ),
  situation(
    'The Secret with the certificates of a repository does not exist',
    'FluxReferenceMissing',
    repository(
      'FetchFailed=True AuthenticationFailed',
      `failed to get TLS authentication secret 'karpenter/charts-tls': secrets "charts-tls" not found`,
      { spec: { certSecretRef: { name: 'charts-tls' } } },
    ),
  ),
  situation(
    'The Secret of an OCI repository of charts does not exist',
    'FluxReferenceMissing',
    proving(fromChart, [
      chart(
        failing(
          'FetchFailed=True AuthenticationFailed',
          `failed to get authentication secret 'karpenter/charts-login': secrets "charts-login" not found`,
        ),
      ),
      sample(`${SOURCE} HelmRepository`, 'karpenter/charts', {
        spec: { type: 'oci', url: 'oci://registry.example.com/charts', secretRef: { name: 'charts-login' } },
      }),
    ]),
  ),
  situation(
    'The Secret of a Git repository lacks a key',
    'FluxReferenceMissing',
    git(
      'FetchFailed=True AuthenticationFailed',
      "failed to configure authentication options: secret 'flux-system/git': key 'password' not found",
      { spec: { secretRef: { name: 'git' } }, more: [sample('v1 Secret', 'flux-system/git', {})] },
    ),
  ),
  situation(
    'The Secret of an OCI repository is for another registry',
    'FluxReferenceMissing',
    registry(
      'FetchFailed=True AuthenticationFailed',
      "no auth config for 'registry.example.com' in the docker-registry Secret 'login'",
      { spec: { secretRef: { name: 'login' } }, more: [sample('v1 Secret', 'karpenter/login', {})] },
    ),
  ),
  situation(
    'A repository of charts is at an OCI address and has not the type',
    'FluxSourceFailed',
    repository(
      'FetchFailed=True URLInvalid',
      "invalid Helm repository URL: 'oci' URL scheme cannot be used with 'default' HelmRepository type",
      { spec: { url: 'oci://registry.example.com/charts' } },
    ),
  ),
  situation(
    'The server of a repository is down',
    'FluxSourceFailed',
    repository(
      'FetchFailed=True Failed',
      `${fetchIndex} Get "https://charts.example.com/index.yaml": dial tcp 192.0.2.1:443: connect: connection refused`,
    ),
  ),
  situation(
    'The certificate of a repository is of an authority that nobody knows',
    'FluxSourceFailed',
    repository(
      'FetchFailed=True Failed',
      `${fetchIndex} Get "https://charts.example.com/index.yaml": tls: failed to verify certificate: x509: certificate signed by unknown authority`,
    ),
  ),
  situation(
    'A repository of charts does not permit reading',
    'FluxSourceFailed',
    repository(
      'FetchFailed=True Failed',
      `${fetchIndex} failed to fetch https://charts.example.com/index.yaml : 403 Forbidden`,
    ),
  ),
  situation(
    'What is at the address of a repository is no index',
    'FluxSourceFailed',
    repository(
      'FetchFailed=True Failed',
      'failed to fetch Helm repository index: failed to load index: no API version specified',
    ),
  ),
  situation(
    'A registry has no such tag',
    'FluxSourceFailed',
    registry(
      'FetchFailed=True OCIArtifactPullFailed',
      `${digest} MANIFEST_UNKNOWN: manifest unknown; unknown tag=v9`,
      { spec: { ref: { tag: 'v9' } } },
    ),
  ),
  situation(
    'A registry has no tag that matches',
    'FluxSourceFailed',
    registry(
      'FetchFailed=True ReadOperationFailed',
      "failed to determine the artifact tag for 'oci://registry.example.com/org/karpenter': no match found for semver: >=9.0.0",
    ),
  ),
  situation(
    'A registry serves HTTP only',
    'FluxSourceFailed',
    registry(
      'FetchFailed=True OCIArtifactPullFailed',
      'failed to determine artifact digest: Get "https://registry.example.com/v2/": http: server gave HTTP response to HTTPS client',
    ),
  ),
  situation(
    'The artifact is not signed',
    'FluxSourceFailed',
    registry(
      'SourceVerified=False VerificationError',
      "failed to verify the signature using provider 'cosign': no matching signatures were found for 'registry.example.com/org/karpenter:v1'",
    ),
  ),
  situation(
    'The public keys for a signature are not there',
    'FluxReferenceMissing',
    git('SourceVerified=False VerificationError', 'public keys secret error: secrets "keys" not found', {
      spec: { verify: { secretRef: { name: 'keys' } } },
    }),
  ),
  situation(
    'A Git repository has no such branch',
    'FluxSourceFailed',
    git('FetchFailed=True GitOperationFailed', `${checkout} couldn't find remote ref "refs/heads/release"`),
  ),
  situation(
    'A Git repository has no such tag',
    'FluxSourceFailed',
    git('FetchFailed=True GitOperationFailed', `${checkout} couldn't find remote ref "refs/tags/v9"`),
  ),
  situation(
    'A Git server does not accept the credentials',
    'FluxSourceFailed',
    git('FetchFailed=True GitOperationFailed', `${checkout} authentication required`, {
      spec: { secretRef: { name: 'git' } },
      more: [sample('v1 Secret', 'flux-system/git', {})],
    }),
  ),
  situation(
    'A Git repository includes another that does not exist',
    'FluxSourceFailed',
    git(
      'IncludeUnavailable=True NotFound',
      `could not get resource for include 'base': GitRepository.source.toolkit.fluxcd.io "base" not found`,
    ),
  ),
  situation(
    'The provider of a Git repository does not fit its Secret',
    'FluxSourceFailed',
    git(
      'FetchFailed=True InvalidProviderConfiguration',
      'secretRef with github app data must be specified when provider is set to github',
    ),
  ),
  situation(
    'A chart cannot be downloaded, as its server is down',
    'FluxSourceFailed',
    proving(fromChart, [
      chart(
        failing(
          'FetchFailed=True ChartPullError',
          'chart pull error: failed to download chart for remote reference: Get "https://charts.example.com/karpenter-1.99.0.tgz": dial tcp 192.0.2.1:443: connect: connection refused',
        ),
      ),
      sample(`${SOURCE} HelmRepository`, 'karpenter/charts', {
        spec: { url: 'https://charts.example.com' },
        status: { conditions: [says('Ready=True Succeeded')] },
      }),
    ]),
  ),
  situation(
    'A chart has no such values file',
    'FluxValuesInvalid',
    proving(fromChart, [
      chart(
        failing(
          'BuildFailed=True ValuesFilesError',
          "values files merge error: failed to merge chart values: no values file found at path 'prod.yaml'",
        ),
      ),
    ]),
  ),
  situation(
    'The source-controller has no room',
    'FluxSourceFailed',
    git(
      'StorageOperationFailed=True ArchiveOperationFailed',
      'unable to archive artifact to storage: write /data/gitrepository/fleet.tar.gz: no space left on device',
    ),
  ),
  situation(
    'A source reports an unknown message',
    'FluxSourceFailed',
    git('FetchFailed=True MoonPhaseWrong', 'failed to fetch: the moon is not full'),
  ),
]
