import type { FluxWords } from './flux-words.ts'

const reason = 'ChartMissing'
const about = 'user'
const advice = 'Correct the name or version of chart "{chart}"'

/** How source-controller says that a HelmChart cannot be made of its source. */
export const chartWords: readonly FluxWords[] = [
  {
    example:
      "invalid chart reference: failed to get chart version for remote reference: no 'web' chart with version matching '9.9.9' found",
    words: /no '[^']{1,253}' chart with version matching '[^']{0,100}' found/,
    sentence: 'uses chart "{chart}" version "{version}", which {source} does not have',
    advice,
    reason,
    about,
  },
  {
    example: 'invalid chart reference: failed to get chart version for remote reference: no chart name found',
    words: /no chart name found/,
    sentence: 'uses chart "{chart}", which {source} does not have',
    advice,
    reason,
    about,
  },
  {
    example: 'could not locate a version matching provided version string 9.9.9',
    words:
      /could not locate a version matching provided version string|unable to locate any tags in provided repository/,
    sentence: 'uses chart "{chart}" version "{version}", which {source} does not have',
    advice,
    reason,
    about,
  },
  {
    example:
      'could not get tags for "web": unexpected status code 404: NAME_UNKNOWN: repository name not known',
    words: /could not (?:get|fetch) tags for .{1,300}(?:\b404\b|NAME_UNKNOWN|not found)/s,
    sentence: 'uses chart "{chart}", which {source} does not have',
    advice,
    reason,
    about,
  },
  {
    example:
      'chart pull error: failed to download chart for remote reference: failed to fetch http://charts/web-1.tgz : 404 Not Found',
    words: /failed to download chart for remote reference: .{0,300}\b404\b/s,
    sentence: 'uses chart "{chart}", which {source} lists but does not serve',
    advice: 'Publish chart "{chart}" version "{version}" again, or correct the version',
    reason,
    about,
  },
  {
    example: "invalid chart name 'Web_': a valid name must be lower case letters",
    words: /invalid chart name '(?<given>[^']{1,253})'/,
    sentence: 'uses chart "{given}", which is not a valid chart name',
    advice,
    reason,
    about,
  },
  {
    example: 'invalid chart reference: improper constraint: 1.x.y',
    words: /improper constraint|invalid version\/constraint format|invalid semantic version/i,
    sentence: 'uses chart version "{version}", which is not a version or version range',
    advice,
    reason,
    about,
  },
  {
    example: 'invalid chart reference: stat /tmp/helmchart/charts/web: no such file or directory',
    words: /invalid chart reference: .{0,200}no such file or directory/s,
    sentence: 'uses a chart at path "{chart}", which {source} does not have',
    advice: 'Correct the path "{chart}" of the chart, or commit the chart there',
    reason,
    about,
  },
  {
    example: "values files merge error: no values file found at path 'values-prod.yaml'",
    words: /no values file found at path '(?<file>[^']{1,200})'/,
    sentence: 'uses values file "{file}", which chart "{chart}" does not have',
    advice: 'Correct valuesFiles of {user}, or set ignoreMissingValuesFiles',
    reason: 'FluxValuesInvalid',
    about,
  },
  {
    example: "dependency build error: failed to add remote dependency 'redis': no chart repository for URL",
    words: /failed to add (?:remote |local )?dependency '(?<dependency>[^']{1,253})': (?<problem>.{1,300})/s,
    sentence: 'uses chart "{chart}", whose dependency "{dependency}" cannot be resolved: {problem}',
    advice: 'Correct dependency "{dependency}" in Chart.yaml, or deliver a HelmRepository for it',
    reason,
    about,
  },
  {
    example: "unsupported source kind 'Secret', must be one of: [HelmRepository GitRepository Bucket]",
    words: /unsupported source kind '(?<kind>[^']{1,63})'/,
    sentence: 'uses a {kind}, which has no charts',
    advice: 'Correct the kind of sourceRef of {user}',
    reason: 'FluxSourceMissing',
    about,
  },
]
