import { checkRepository } from '../../domain/repository/read-repository.ts'
import { CREDENTIALS, LAYOUTS, PATTERNS } from '../../domain/repository/repository-choices.ts'
import type { RepositoryFile } from '../../domain/repository/repository-schema.ts'
import { API_VERSION } from '../../domain/api/api-names.ts'
import { Refusal } from '../command/refusal.ts'
import type { Io } from '../io/io.ts'
import { Prompts } from '../repository/ask.ts'

/** The flags of `fitout init` that answer a question. */
export interface InitFlags {
  readonly git: string | undefined
  readonly branch: string | undefined
  readonly forge: string | undefined
  readonly pattern: string | undefined
  readonly layout: string | undefined
  readonly env: readonly string[]
  readonly credentials: string | undefined
  readonly kubernetes: string | undefined
  readonly 'flux-version': string | undefined
}

/** What the new repository is like: from flags, and where a user can be asked, from the answers to at most five questions. */
export async function initAnswers(
  flags: InitFlags,
  io: Io,
  origin: string | undefined,
): Promise<RepositoryFile> {
  const answers = io.mayAsk ? await askMissing(flags, io, origin) : flags
  const url = answers.git ?? origin
  if (url === undefined) {
    throw new Refusal('the address of the Git repository is missing', {
      exitCode: 2,
      fix: 'give it as Flux reads it: --git https://gitlab.example.com/platform/fleet.git',
    })
  }
  return checked(answers, url)
}

async function askMissing(flags: InitFlags, io: Io, origin: string | undefined): Promise<InitFlags> {
  const questions = new Prompts(io)
  let answers = flags
  try {
    for (const { flag, words, usual } of allQuestions(origin)) {
      if (flags[flag] !== undefined && flags[flag].length > 0) continue
      const withAnswer = (answer: string): InitFlags => ({
        ...answers,
        [flag]: flag === 'env' ? [answer] : answer,
      })
      const problem = (answer: string) => problemOf(flag, withAnswer(answer), origin)
      answers = withAnswer(await questions.ask({ words, usual, problem }))
    }
    return answers
  } finally {
    await questions.close()
  }
}

interface InitQuestion {
  readonly flag: 'git' | 'pattern' | 'layout' | 'env' | 'credentials'
  readonly words: string
  readonly usual: string
}

function allQuestions(origin = ''): readonly InitQuestion[] {
  return [
    { flag: 'git', words: 'Git address of this repository, as Flux reads it:', usual: origin },
    { flag: 'pattern', words: `Pattern (${PATTERNS.join(', ')}):`, usual: 'crs' },
    { flag: 'layout', words: `Layout of add-ons (${LAYOUTS.join(', ')}):`, usual: 'helm' },
    { flag: 'env', words: 'Environments, with commas between them:', usual: 'dev,prod' },
    {
      flag: 'credentials',
      words: `How clusters get their read-only credentials (${CREDENTIALS.join(', ')}):`,
      usual: 'sops',
    },
  ]
}

/** What is wrong with the answer to one question, whatever else is wrong. */
function problemOf(flag: string, flags: InitFlags, origin: string | undefined): string | undefined {
  const reading = readAnswers(flags, flags.git ?? origin ?? '')
  return reading.ok ? undefined : reading.problems.find(problem => problem.flag === flag)?.message
}

const flagOf: Readonly<Record<string, string>> = {
  'git.url': 'git',
  'git.branch': 'branch',
  'git.forge': 'forge',
  'git.credentials': 'credentials',
  'versions.kubernetes': 'kubernetes',
  'versions.flux': 'flux-version',
  environments: 'env',
}

type AnswersReading =
  | { readonly ok: true; readonly repository: RepositoryFile }
  | { readonly ok: false; readonly problems: readonly { readonly flag: string; readonly message: string }[] }

function checked(flags: InitFlags, url: string): RepositoryFile {
  const reading = readAnswers(flags, url)
  if (reading.ok) return reading.repository
  const [problem] = reading.problems
  throw new Refusal(`flag "--${problem?.flag}": ${problem?.message}`, {
    exitCode: 2,
    hint: 'fitout init --help',
  })
}

function readAnswers(flags: InitFlags, url: string): AnswersReading {
  const names = flags.env.flatMap(text => text.split(',')).map(name => name.trim())
  const environments = (names.length > 0 ? names : ['dev', 'prod']).filter(name => name !== '')
  const given = {
    apiVersion: API_VERSION,
    kind: 'FleetRepository',
    ...optional({ pattern: flags.pattern, layout: flags.layout }),
    git: {
      url,
      forge: forgeOf(url),
      ...optional({ branch: flags.branch, forge: flags.forge, credentials: flags.credentials }),
    },
    environments: Object.fromEntries(environments.map(name => [name, {}])),
    versions: optional({ kubernetes: flags.kubernetes, flux: flags['flux-version'] }),
  }
  const { repository, problems } = checkRepository(given)
  if (repository && problems.length === 0) return { ok: true, repository }
  return {
    ok: false,
    problems: problems.map(({ path, message }) => ({ flag: flagFor(path.join('.')), message })),
  }
}

function flagFor(path: string): string {
  return flagOf[path] ?? flagOf[path.split('.')[0] ?? ''] ?? path
}

function forgeOf(url: string): 'github' | 'gitlab' {
  return /^[a-z]+:\/\/(?:[^@/]*@)?[^/]*github/.test(url) ? 'github' : 'gitlab'
}

function optional(values: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  )
}
