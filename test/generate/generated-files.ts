import { GROUP } from '../../src/domain/api/api-names.ts'
import { causeReasons, isCauseReason } from '../../src/domain/explain/cause-reason.ts'
import { causeIndex, causePage, pageName } from '../../src/domain/explain/pages/cause-page.ts'
import { writeYaml } from '../../src/domain/yaml/write/write-yaml.ts'
import type { YamlValue } from '../../src/domain/yaml/yaml-value.ts'
import manifest from '../../package.json' with { type: 'json' }
import { apiPage } from './api-page.ts'
import { causeExample } from './cause-example.ts'
import { crdOf, kinds } from '../../src/domain/install/crd.ts'
import { chartFiles } from './chart-files.ts'
import { deployFiles } from './deploy-files.ts'
import { fluxPage } from './flux-page.ts'
import { lintPage } from './lint-page.ts'
import { serverApiPage } from './server-api-page.ts'
import { situationsPage } from './situations-page.ts'

const HEADER = '# Made by `make generate` from src/domain/api/schema. Do not edit.\n'

/** Every file that is made from the schemas of the API, the causes, the words of Flux, the situations and the installation, the API of the server, by its path from the root of the repository. */
export function generatedFiles(): ReadonlyMap<string, string> {
  const crds = kinds.map(
    kind => [`api/crds/${GROUP}_${kind.plural}.yaml`, HEADER + writeYaml(asYaml(crdOf(kind)))] as const,
  )
  const examples = Object.keys(causeReasons)
    .filter(isCauseReason)
    .map(reason => [reason, causeExample(reason)] as const)
  const causes = examples.map(
    ([reason, example]) => [`docs/reference/causes/${pageName(reason)}`, causePage(reason, example)] as const,
  )
  const index = ['docs/reference/causes/README.md', causeIndex()] as const
  return new Map([
    ...crds,
    ...deployFiles(manifest.version),
    ...chartFiles(manifest.version),
    ['docs/reference/api.md', apiPage()],
    [
      'src/domain/explain/pages/cause-examples.json',
      `${JSON.stringify(Object.fromEntries(examples), null, 2)}\n`,
    ],
    ...causes,
    index,
    ['docs/reference/flux.md', fluxPage()],
    ['docs/reference/lint.md', lintPage()],
    ['docs/reference/server-api.md', serverApiPage()],
    ['docs/reference/situations.md', situationsPage()],
  ])
}

// As JSON has it: fields that are undefined are not there.
function asYaml(value: object): YamlValue {
  return JSON.parse(JSON.stringify(value)) as YamlValue
}
