import { lintReference } from '../../src/domain/lint/rule-page.ts'

/** The rules of `fitout lint`, as Markdown. */
export function lintPage(): string {
  return `${intro}\n${lintReference()}`
}

const intro = `<!-- Made by \`make generate\` from src/domain/lint. Do not edit. -->

# Rules of lint

\`fitout lint\` judges a repository by the rules below. A finding has a place, a sentence, a code, and often what to do:

\`\`\`text
infrastructure/sources/karpenter.yaml:8:8: error: HelmRepository karpenter/karpenter has an oci:// address and not the type oci  HELM_REPOSITORY_TYPE
  fix: set spec.type to oci
1 problem in 1 of 61 files: 1 error; 1 can be fixed
\`\`\`

An **error** is refused by a tool or an API server, or can never work. A **warning** is most likely not meant. What is not known is not claimed:
a name that is in no file may still exist on a cluster, a field may be changed by a patch, a variable may come from a Secret. Each rule says when it
judges. \`fitout explain <code>\` prints the section of a rule, \`fitout explain lint\` lists them.

## What is read

- All \`.yaml\`, \`.yml\` and \`.json\` files of the repository, but for hidden folders, \`node_modules\`, \`vendor\`, and
  \`testdata\` unless it is named. In a Git work tree, what Git ignores and does not track is left out unless it is named;
  without the program git nothing is ignored. The repository is the next
  folder above with a \`fitout.yaml\` or a \`.git\`; without either it is the folder that was given. Paths choose which findings are told.
- Kustomizations are followed as kustomize reads them: resources, bases, components, patches, generators, names and namespaces. What is not
  in the repository is not followed, and a note says so; objects that a patch may change are not judged by the fields of their files.
- Kustomizations of Flux are followed to their folders if their source is this repository: it has the address that \`fitout.yaml\` says, or a
  Kustomization applies the folder that it is in.
- ConfigMaps and Secrets that a ClusterResourceSet lists are read as manifests. Places in them are lines of the file.
- Templates of Helm charts and of other engines are left alone, as are files over 8 MiB and binary files. A note says so, once for each reason.
- Files of CI are in hidden files and folders, which are not read. Those that Fitout wrote are compared by \`fitout init --check\`, which they run themselves.
- Files that are encrypted with SOPS are recognised and not decrypted. Messages have names and keys of Secrets, never values.

## Ignore a finding

By a comment on the line of the finding, or on the line above, with a reason:

\`\`\`yaml
  url: git@git.example.com:platform/fleet.git # fitout:ignore GIT_URL_FORM a mutating webhook rewrites it
\`\`\`

or in \`fitout.yaml\`, by path; \`*\` is any part of a name, \`**\` any part of a path, and a folder stands for all that is in it:

\`\`\`yaml
lint:
  ignore:
  - path: legacy
    code: API_REMOVED
    reason: these clusters run Flux 2.6 until March
\`\`\`

A suppression without a reason does not count; one that ignores nothing is reported.

## Formats

| \`-o\` | is |
|---|---|
| \`text\` | \`path:line:column: severity: message  CODE\`, what to do on a line of its own, and a summary. Paths are seen from the folder you are in |
| \`json\` | a document \`LintReport\`: \`files\`, \`errors\`, \`warnings\`, \`fixable\`, \`ignored\`, \`findings\` (\`code\`, \`severity\`, \`path\`, \`line\`, \`column\`, \`message\`, \`advice\`, \`canBeFixed\`), \`leftAlone\`, \`notFollowed\` |
| \`github\` | workflow commands, which GitHub shows in the files of a pull request |
| \`gitlab\` | a Code Quality report, which GitLab shows in a merge request |
| \`sarif\` | SARIF 2.1.0, for code scanning and editors |

Lines and columns count from 1, columns in UTF-16 units. The exit code is 1 if there is an error, or a warning with \`--deny warnings\`, else 0;
2 for paths that cannot be read.
`
