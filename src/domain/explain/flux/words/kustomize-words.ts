import type { FluxWords } from './flux-words.ts'

/** How kustomize-controller says what it cannot build, decrypt, apply or wait for. The narrower first. */
export const kustomizeWords: readonly FluxWords[] = [
  {
    example: 'kustomization path not found: stat /tmp/apps: no such file or directory',
    words: /kustomization path not found/,
    sentence: 'uses path "{path}", which its source does not have',
    advice: 'Correct spec.path of {object}, or commit files there',
  },
  {
    example: 'shop/db is SOPS encrypted, configuring decryption is required for this secret to be reconciled',
    words: /(?<!\S)(?<what>\S{1,400}) is SOPS encrypted, configuring decryption is required/,
    sentence: 'contains encrypted {what}, but has no spec.decryption',
    advice: 'Set the provider and the Secret with the key in spec.decryption of {object}',
  },
  {
    example: `error decrypting sources: cannot get sops decryption Secret 'flux-system/sops-age': secrets "sops-age" not found`,
    words: /cannot get \w{1,20} (?:SOPS age )?decryption Secret '(?<secret>[^']{1,317})': .{0,200}not found/i,
    sentence: 'decrypts with Secret {secret}, which was not found',
    advice: 'Deliver Secret {secret}, or correct spec.decryption.secretRef of {object}',
    reason: 'FluxReferenceMissing',
  },
  {
    example:
      "failed to import 'age.agekey' data from sops decryption Secret 'flux-system/sops-age': malformed secret key",
    words:
      /failed to import '(?<key>[^']{1,253})' data from \w{1,20} (?:SOPS age )?decryption Secret '(?<secret>[^']{1,317})'/i,
    sentence: 'cannot use key "{key}" of Secret {secret} for decryption',
    advice: 'Put a valid SOPS key under "{key}" into Secret {secret}',
    reason: 'FluxReferenceMissing',
  },
  {
    example:
      "decryption failed for 'Secret/db': cannot get sops data key: 0 successful groups required, got 0",
    words: /decryption failed for '(?<what>[^']{1,300})': (?<problem>.{1,400})/s,
    sentence: 'cannot decrypt {what}: no key of spec.decryption decrypts it, or it was modified',
    advice:
      'Give the Secret of spec.decryption of {object} the key that "{what}" was encrypted for, or encrypt it again',
  },
  {
    example:
      'error decrypting sources: error decrypting env sources for component at /db: cannot get sops data key',
    words: /error decrypting sources: (?<problem>.{1,400})/s,
    sentence: 'cannot decrypt its files: {problem}',
    advice: 'Give the Secret of spec.decryption of {object} the key that they were encrypted for',
  },
  {
    example:
      "accumulating resources from 'setings.yaml': open /tmp/apps/setings.yaml: no such file or directory",
    words: /accumulating resources from '(?<file>[^'\s]{1,200})': open .{1,500}: no such file/s,
    sentence: 'cannot be built: its kustomization.yaml lists "{file}", which does not exist',
    advice: 'Commit "{file}", or remove it from the kustomization.yaml in the path of {object}',
  },
  {
    example:
      'failed to decode Kubernetes YAML from /tmp/apps/web.yaml: error converting YAML to JSON: yaml: line 4: mapping values',
    words:
      /failed to decode Kubernetes YAML from (?:\S{0,300}\/)?(?<file>[^\s/:]{1,200}): .{0,80}?(?<problem>(?:yaml: |line |missing ).{1,120})/s,
    sentence: 'cannot be built: file "{file}" is not a valid manifest: {problem}',
    advice: 'Correct file "{file}" in the path of {object}',
  },
  {
    example: 'MalformedYAMLError: yaml: line 3: did not find expected key in File: web.yaml',
    words: /MalformedYAMLError: (?<problem>.{1,160}?) in File: (?<file>[^\s,']{1,200})/s,
    sentence: 'cannot be built: file "{file}" is not valid YAML: {problem}',
    advice: 'Correct file "{file}" in the path of {object}',
  },
  {
    example:
      "post build failed for 'Deployment/web': substitute from 'ConfigMap/cluster' error: configmaps \"cluster\" not found",
    words:
      /substitute from '(?<kind>ConfigMap|Secret)\/(?<name>[a-z0-9.-]{1,253})' error: .{0,200}not found/s,
    sentence: 'substitutes variables from {kind} "{name}", which was not found',
    advice: 'Deliver {kind} "{name}" to namespace "{namespace}" in this step or an earlier one',
  },
  {
    example: `post build failed for 'Deployment/web': envsubst error: variable not set (strict mode): "REGION"`,
    words:
      /(?:post build failed for '(?<what>[^']{1,300})': .{0,120})?variable not set \(strict mode\): "?(?<variable>\w{1,200})/s,
    sentence: 'cannot be built: variable "{variable}" has no value',
    advice: 'Set "{variable}" in spec.postBuild of {object}, or give it a default: ${{variable}:=value}',
  },
  {
    example: "post build failed for 'Deployment/web': '1bad' var name is invalid, must match '^[_[:alpha:]]'",
    words: /'(?<variable>[^']{1,200})' var name is invalid/,
    sentence: 'cannot be built: "{variable}" is not a valid variable name',
    advice: 'Rename "{variable}" in spec.postBuild of {object} and where it is used',
  },
  {
    example: "post build failed for 'Deployment/web': envsubst error: missing closing brace",
    words: /post build failed for '(?<what>[^']{1,300})': (?<problem>.{1,300})/s,
    sentence: 'cannot substitute variables in {what}: {problem}',
    advice: 'Correct the variables in "{what}"; escape a literal dollar sign as $$',
  },
  {
    example:
      'kustomize build failed: no matches for Id Deployment.v1.apps/web.[noNs]; failed to find unique target for patch Deployment.v1.apps/web.[noNs]',
    words:
      /(?:no matches for Id|failed to find unique target for patch|unable to find patch target) "?(?<target>[^\s;"]{1,200})/,
    sentence: 'cannot be built: a patch has no target {target}',
    advice: 'Correct the target of the patch in spec.patches of {object} or in kustomization.yaml',
  },
  {
    example:
      'kustomize build failed: may not add resource with an already registered id: ConfigMap.v1.[noGrp]/a.shop',
    words: /already registered id: (?<what>\S{1,200})/,
    sentence: 'cannot be built: {what} is defined twice',
    advice: 'Remove one of the two from the path of {object}',
  },
  {
    example: 'Deployment/web namespace not specified: the server could not find the requested resource',
    words: /\b(?<kind>[A-Z]\w{1,62})\/(?<name>[^\s/]{1,253}) namespace not specified/,
    sentence: 'cannot be applied: {kind} "{name}" has no namespace',
    advice: 'Set spec.targetNamespace of {object}, or metadata.namespace of {kind} "{name}"',
  },
  {
    example: 'Deployment/shop/web not found: namespaces "shop" not found',
    words:
      /(?:\b(?<kind>[A-Z]\w{1,62})\/\S{1,63}\/(?<name>\S{1,253}) .{0,60})?namespaces "(?<space>[a-z0-9-]{1,63})" not found/,
    sentence: 'cannot be applied: namespace "{space}" was not found',
    advice:
      'Deliver namespace "{space}" with {object} or in an earlier step, or correct spec.targetNamespace',
  },
  {
    example:
      'Deployment/shop/web dry-run failed (Invalid): Deployment.apps "web" is invalid: spec.selector: Invalid value: {}: field is immutable',
    words:
      /\b(?<kind>[A-Z]\w{1,62})\/(?<id>\S{1,317}) (?:dry-run|apply) failed.{0,40}?is invalid: \[?(?<field>[\w.[\]]{1,120}): .{0,1000}?field is immutable/s,
    sentence: 'changes {field} of {kind} {id}, which is immutable',
    advice: 'Set spec.force of {object} to recreate {kind} {id}, or restore the previous value of {field}',
    patch: 'spec:\n  force: true',
  },
  {
    example:
      'Deployment/shop/web dry-run failed (Invalid): Deployment.apps "web" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0',
    words:
      /\b(?<kind>[A-Z]\w{1,62})\/(?<id>\S{1,317}) (?:dry-run|apply) failed.{0,40}?: \S{1,253} "[^"]{1,253}" is invalid: (?<problem>.{1,400})/s,
    sentence: 'cannot be applied: {kind} {id}: {problem}',
    advice: 'Correct {kind} {id} in the path of {object}',
  },
  {
    example:
      'Deployment/shop/web dry-run failed: failed to create typed patch object: .spec.replcas: field not declared in schema',
    words:
      /\b(?<kind>[A-Z]\w{1,62})\/(?<id>\S{1,317}) (?:dry-run|apply) failed.{0,300}?(?<field>\.[\w.[\]"=]{1,200}): (?<problem>field not declared in schema|expected .{1,80})/s,
    sentence: 'cannot be applied: field {field} of {kind} {id}: {problem}',
    advice: 'Correct field {field} of {kind} {id} in the path of {object}',
  },
  {
    example: 'Deployment/shop/web dry-run failed (Forbidden): deployments.apps "web" is forbidden: not today',
    words:
      /\b(?<kind>[A-Z]\w{1,62})\/(?<id>\S{1,317}) (?:dry-run|apply|delete) failed(?: \(\w{1,40}\))?: (?<problem>.{1,600})/s,
    sentence: 'cannot be applied: {kind} {id}: {problem}',
    advice: 'Correct {kind} {id} in the path of {object}',
  },
  {
    example: "timeout waiting for: [Deployment/shop/wbe status: 'NotFound']",
    words:
      /(?:timeout waiting for|failed early due to stalled resources): \[(?<kind>\w{1,63})\/(?<id>\S{1,317}) status: 'NotFound'/,
    sentence: 'waits for {kind} {id}, which does not exist',
    advice: 'Correct spec.healthChecks of {object}, or deliver {kind} {id}',
  },
  {
    example: "timeout waiting for: [Certificate/shop/web status: 'InProgress']",
    words:
      /(?:timeout waiting for|failed early due to stalled resources): \[(?<kind>\w{1,63})\/(?<id>\S{1,317}) status: '(?<health>\w{1,20})'/,
    sentence: 'is applied, but {kind} {id} is {health}',
    advice: 'Check why {kind} {id} does not become ready, or raise spec.timeout of {object}',
  },
  {
    example: "can't determine status for Widget/shop/web",
    words: /can't determine status for (?<kind>\w{1,63})\/(?<id>[^\s\],]{1,317})/,
    sentence: 'is applied, but the health of {kind} {id} cannot be read',
    advice: 'Correct spec.healthChecks of {object}, or check that {kind} {id} exists',
  },
  {
    example: "source `Secret/shop/x` kind 'Secret' not supported",
    words: /source `[^`]{1,400}` kind '(?<kind>\w{1,63})' not supported/,
    sentence: 'uses a {kind}, which is not a source kind',
    advice: 'Correct spec.sourceRef.kind of {object}',
    reason: 'FluxSourceMissing',
  },
  {
    example:
      'failed to download archive: GET http://source-controller/a.tar.gz giving up after 10 attempt(s): dial tcp: connection refused',
    words: /failed to (?:download archive|download artifact).{0,40}?: (?<problem>.{1,400})/s,
    sentence: 'cannot download the artifact from source-controller: {problem}',
    advice: 'Check that source-controller runs and that kustomize-controller can reach it',
  },
  {
    example: "computed digest doesn't match provided 'sha256:1'",
    words: /computed digest doesn't match/,
    sentence: 'downloaded an artifact whose digest does not match its source',
    advice: 'Reconcile its source again',
  },
  {
    example: "can't access 'GitRepository/other/fleet', cross-namespace references have been blocked",
    words:
      /can't access '(?<what>[^']{1,400})', (?<problem>cross-namespace references have been blocked|.{1,80} feature gate is disabled)/,
    sentence: 'is not allowed to use {what}: {problem}',
    advice: 'Move {what} into namespace "{namespace}", or allow cross-namespace references in the controller',
  },
]
