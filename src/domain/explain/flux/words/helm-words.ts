import type { FluxWords } from './flux-words.ts'

/** How Helm and helm-controller say what they cannot install or upgrade. `{cannot}` says which of both. */
export const helmWords: readonly FluxWords[] = [
  {
    example: 'chart requires kubeVersion: >=1.99.0 which is incompatible with Kubernetes v1.35.4',
    words:
      /chart requires kubeVersion: (?<wanted>.{1,80}?) which is incompatible with Kubernetes (?<given>\S{1,40})/,
    sentence: '{cannot}: its chart requires Kubernetes {wanted}, but the cluster runs {given}',
    advice: 'Use a version of the chart that supports Kubernetes {given}, or upgrade the cluster',
  },
  {
    example:
      'template: web/templates/a.yaml:3:12: executing "web/templates/a.yaml" at <.Values.ingress.host>: nil pointer evaluating interface {}.host',
    words: /at <(?:\.|\$\.)Values\.(?<value>[\w.]{1,200})>: nil pointer evaluating/,
    sentence: '{cannot}: its chart uses value "{value}", whose parent is not set',
    advice: 'Set value "{value}" of {object}',
    reason: 'FluxValuesInvalid',
  },
  {
    example:
      'template: web/templates/a.yaml:3:12: executing "web/templates/a.yaml" at <.Values.port>: wrong type for value; expected string; got int',
    words:
      /at <(?<expression>[^>]{1,200})>: (?<problem>(?:wrong type|error calling|range can't|can't evaluate).{1,200})/,
    sentence: '{cannot}: its chart fails at {expression}: {problem}',
    advice: 'Correct the value that {expression} uses in {object}, or the chart',
  },
  {
    example: 'execution error at (web/templates/region.yaml:1:14): region must be set',
    words: /execution error (?:at|in) \((?<file>[^\s:)]{1,200})[\d:]{0,12}\): (?<problem>.{1,300})/s,
    sentence: '{cannot}: template {file} fails: {problem}',
    advice: 'Correct the chart or the values of {object}',
  },
  {
    example:
      'YAML parse error on web/templates/a.yaml: error converting YAML to JSON: yaml: line 8: could not find expected',
    words: /YAML parse error on (?<file>\S{1,200}): .{0,60}?(?<problem>yaml: .{1,120})/s,
    sentence: '{cannot}: {file} is not valid YAML with these values: {problem}',
    advice: 'Correct the value that {file} uses: quote it, or fix its indentation',
  },
  {
    example:
      'unable to build kubernetes objects from release manifest: error validating "": error validating data: unknown field "spec.replcas"',
    words: /error validating data: (?<problem>.{1,300})/s,
    sentence: '{cannot}: its chart renders an invalid object: {problem}',
    advice: 'Correct the chart or the values of {object}',
  },
  {
    example: 'found in Chart.yaml, but missing in charts/ directory: redis',
    words: /found in Chart\.yaml, but missing in charts\/ directory: (?<dependency>.{1,200})/,
    sentence: '{cannot}: its chart lacks dependency {dependency}',
    advice: 'Publish the chart with its dependencies: helm dependency update',
  },
  {
    example: 'cannot reuse a name that is still in use',
    words: /cannot re-?use a name that is still in use/,
    sentence: '{cannot}: another release has its name',
    advice: 'Set another spec.releaseName of {object}, or remove the other release',
  },
  {
    example:
      'error while running post render on files: no matches for Id Deployment.v1.apps/api.[noNs]; failed to find unique target for patch',
    words:
      /error while running post render on \w{1,20}: .{0,120}?(?:no matches for Id|failed to find unique target for patch) "?(?<target>[^\s;"]{1,200})/s,
    sentence: '{cannot}: a patch of spec.postRenderers has no target {target}',
    advice: 'Correct the target of the patch in spec.postRenderers of {object}',
  },
  {
    example: 'error while running post render on files: unable to parse SM or JSON patch from [op: add]',
    words: /error while running post render on \w{1,20}: (?<problem>.{1,300})/s,
    sentence: '{cannot}: spec.postRenderers fails: {problem}',
    advice: 'Correct spec.postRenderers of {object}',
  },
  {
    example: 'failed pre-install: 1 error occurred: * job shop/migrate failed: BackoffLimitExceeded',
    words:
      /(?:failed (?<hook>pre|post)-(?:install|upgrade|rollback)|(?:pre|post)-upgrade hooks failed): .{0,200}?(?:job (?<job>\S{1,253}) failed|resource Job\/(?<id>\S{1,317}) not ready)(?<problem>.{0,200})/s,
    sentence: '{cannot}: a hook of its chart failed: Job {job}{id}{problem}',
    advice: 'Check why Job {job}{id} fails: read the logs of its pods',
  },
  {
    example:
      'resource Widget/shop/web not ready. status: InProgress, message: waiting\ncontext deadline exceeded',
    words:
      /resource (?<kind>\w{1,63})\/(?<id>\S{1,317}) not ready\. status: (?<health>\w{1,20}), message: (?<problem>[^\n]{0,160})/,
    sentence: '{cannot}: {kind} {id} does not become ready: {problem}',
    advice: 'Check why {kind} {id} does not become ready, or raise spec.timeout of {object}',
  },
  {
    example:
      'server-side apply failed for object shop/web apps/v1, Kind=Deployment: failed to create typed patch object (shop/web; apps/v1, Kind=Deployment): .spec.template.spec.containers[name="web"].ports[containerPort=80,protocol="TCP"].nmae: field not declared in schema',
    words:
      /server-side apply failed for object (?<id>\S{1,317}) [a-z0-9./]{1,253}, Kind=(?<kind>\w{1,63}): .{0,400}?: (?<field>\.[^\s:]{1,300}): (?<problem>field not declared in schema|expected .{1,80})/s,
    sentence: 'cannot be applied: field {field} of {kind} {id}: {problem}',
    advice: 'Correct field {field} of {kind} {id} in the chart or the values of {object}',
  },
  {
    example:
      'server-side apply failed for object shop/web apps/v1, Kind=Deployment: Deployment.apps "web" is invalid: spec.replicas: Invalid value: -1',
    words:
      /server-side apply failed for object (?<id>\S{1,317}) [a-z0-9./]{1,253}, Kind=(?<kind>\w{1,63}): (?:\S{1,253} "[^"]{1,253}" is \w{1,20}: )?(?<problem>.{1,400})/s,
    sentence: '{cannot}: the cluster rejects {kind} {id}: {problem}',
    advice: 'Correct the chart or the values of {object} that make {kind} {id}',
  },
  {
    example:
      'conflict occurred while applying object shop/web apps/v1, Kind=Deployment: Apply failed with 1 conflict: conflict with "kubectl": .spec.replicas',
    words:
      /conflict occurred while applying object (?<id>\S{1,317}) [a-z0-9./]{1,253}, Kind=(?<kind>\w{1,63}): .{0,120}?conflicts? with "(?<who>[^"]{1,253})".{0,60}?(?<field>\.[\w.[\]"=]{1,200})/s,
    sentence: '{cannot}: "{who}" owns field {field} of {kind} {id}',
    advice: 'Remove field {field} of {kind} {id} from what "{who}" applies, or from the chart',
  },
  {
    example:
      'failed to create resource: Deployment.apps "web" is invalid: spec.replicas: Invalid value: -1: must be greater',
    words:
      /\b(?<kind>[A-Z]\w{1,62})(?:\.\S{1,253})? "(?<name>[^"]{1,253})" is invalid: (?<problem>.{1,400})/s,
    sentence: '{cannot}: the cluster rejects {kind} "{name}": {problem}',
    advice: 'Correct the chart or the values of {object} that make {kind} "{name}"',
  },
  {
    example:
      'failed to apply CustomResourceDefinitions: failed to create CustomResourceDefinition widgets.example.com: denied',
    words:
      /failed to (?:create|update|get|install) CustomResourceDefinition(?:\(s\))? ?(?<name>[a-z0-9.-]{0,253}): (?<problem>.{1,300})/s,
    sentence: '{cannot}: CustomResourceDefinition {name}: {problem}',
    advice: 'Correct the definition in the chart, or set spec.install.crds and spec.upgrade.crds to Skip',
  },
  {
    example:
      'kubernetes cluster unreachable: Get "https://10.0.0.1:6443/version": dial tcp: connection refused',
    words: /[Kk]ubernetes cluster unreachable: (?<problem>.{1,300})/s,
    sentence: '{cannot}: helm-controller cannot reach the cluster: {problem}',
    advice:
      'Correct the kubeconfig of spec.kubeConfig of {object}, or the network path from helm-controller to the cluster',
  },
  {
    example: 'exactly one of .spec.kubeConfig.configMapRef or spec.kubeConfig.secretRef must be set',
    words: /exactly one of \.?spec\.kubeConfig\.configMapRef or spec\.kubeConfig\.secretRef must be set/,
    sentence: 'has a spec.kubeConfig without a secretRef, or with two',
    advice: 'Set exactly one of spec.kubeConfig.secretRef and spec.kubeConfig.configMapRef of {object}',
  },
  {
    example: 'could not get KubeConfig secret \'shop/target\': Secret "target" not found',
    words: /could not get KubeConfig secret '(?<secret>[^']{1,317})': .{0,120}not found/,
    sentence: 'uses the kubeconfig in Secret {secret}, which was not found',
    advice: 'Deliver Secret {secret}, or correct spec.kubeConfig.secretRef of {object}',
    reason: 'FluxReferenceMissing',
  },
  {
    example:
      "Could not load chart: failed to download chart from 'http://source-controller/a.tgz': connection refused",
    words: /[Ff]ailed to download chart from '[^']{1,400}'(?<problem>.{0,200})/s,
    sentence: 'cannot download the chart from source-controller{problem}',
    advice: 'Check that source-controller runs and that helm-controller can reach it',
  },
  {
    example: 'cross-namespace references are not allowed: cannot access HelmRepository other/charts',
    words:
      /(?:cross-namespace references are not allowed: cannot access |can't access ')(?<what>[^',]{1,400})/,
    sentence: 'is not allowed to use {what}: it is in another namespace, or the feature is disabled',
    advice:
      'Move {what} into namespace "{namespace}", or allow cross-namespace references in helm-controller',
  },
  {
    example: 'missing target release for rollback: cannot remediate failed release',
    words: /missing target release for rollback/,
    sentence: '{cannot}, and there is no earlier release to roll back to',
    advice: 'Correct the chart or the values of {object}',
  },
  {
    example: 'context deadline exceeded',
    words: /context deadline exceeded|timed out waiting/,
    sentence: '{cannot}: it timed out after spec.timeout',
    advice: 'Check which object of the release does not become ready, or raise spec.timeout of {object}',
  },
]
