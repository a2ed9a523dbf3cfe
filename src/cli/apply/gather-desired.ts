import type { ApplyProblem } from '../../domain/apply/apply-problem.ts'
import { CommitTree, type TreeFile, chooseFiles } from '../../domain/apply/choose-files.ts'
import { type DesiredReading, type DesiredText, readDesired } from '../../domain/apply/read-desired.ts'
import { Refusal } from '../command/refusal.ts'
import type { Repository } from '../git/repository.ts'
import { collectBytes } from '../io/collect-bytes.ts'
import { decodeText } from '../io/decode-text.ts'
import type { Io } from '../io/io.ts'
import { shownBytes } from '../io/shown-bytes.ts'
import { shownPath } from '../io/shown-path.ts'
import type { ApplyRequest } from './apply-request.ts'

const MAX_INPUT = 64 * 1024 * 1024

/** Reads all that shall be on the cluster: from the commit that is checked out, or rendered, from standard input. */
export async function gatherDesired(
  request: ApplyRequest,
  repository: Repository,
  io: Pick<Io, 'stdin'>,
): Promise<DesiredReading> {
  const { cluster, owner } = request
  if (request.isRendered) return readDesired([await readInput(io)], { cluster, owner })
  const tree = new CommitTree(await repository.files())
  const own = await chosen(
    request.paths.flatMap(path => ownPath(tree, path, request)),
    {
      tree,
      repository,
    },
  )
  const shared = await chosen(sharedPath(tree, request), { tree, repository })
  const problems = [...own.problems, ...shared.problems]
  if (problems.length > 0) return { objects: [], problems }
  const files = new Map<string, DesiredTextFile>()
  for (const file of shared.files) files.set(file.path, { file, isShared: true })
  for (const file of own.files) files.set(file.path, { file, isShared: false })
  const read = await readTexts(
    [...files.values()].map(({ file }) => file),
    repository,
  )
  if (read.problems.length > 0) return { objects: [], problems: read.problems }
  const texts = [...files.values()].map(({ file: { path }, isShared }) => ({
    path,
    text: read.texts.get(path) ?? '',
    isShared,
  }))
  return readDesired(texts, { cluster, owner })
}

interface DesiredTextFile {
  readonly file: TreeFile
  readonly isShared: boolean
}

function has(tree: CommitTree, path: string): boolean {
  return tree.files.has(path) || tree.entries(path) !== undefined
}

// A folder that has gone from Git is a cluster without objects: only for who says that this is meant.
function ownPath(tree: CommitTree, path: string, { allowEmpty }: ApplyRequest): readonly string[] {
  if (has(tree, path)) return [path]
  if (allowEmpty) return []
  throw new Refusal(`cannot apply ${shownPath(path)}: it is not in the commit that is checked out`, {
    exitCode: 2,
    fix: 'give the folder of the cluster as an argument; use --allow-empty if it was removed on purpose',
  })
}

function sharedPath(
  tree: CommitTree,
  { shared, isSharedNamed, allowEmpty }: ApplyRequest,
): readonly string[] {
  if (shared === undefined) return []
  if (has(tree, shared)) return [shared]
  if (!isSharedNamed || allowEmpty) return []
  throw new Refusal(`cannot apply ${shownPath(shared)}: it is not in the commit that is checked out`, {
    exitCode: 2,
    fix: 'correct or remove --shared; use --allow-empty if it was removed on purpose',
  })
}

interface Clone {
  readonly tree: CommitTree
  readonly repository: Repository
}

interface Chosen {
  readonly files: readonly TreeFile[]
  readonly problems: readonly ApplyProblem[]
}

/** The manifests of files and folders; kustomizations are read on the way. */
async function chosen(tops: readonly string[], { tree, repository }: Clone): Promise<Chosen> {
  const texts = new Map<string, string>()
  for (;;) {
    const choices = tops.map(top => chooseFiles({ tree, top, texts }))
    const unread = choices.flatMap(choice => choice.unread)
    const problems = choices.flatMap(choice => choice.problems)
    if (unread.length === 0 || problems.length > 0) {
      const files = new Map(choices.flatMap(choice => choice.files).map(file => [file.path, file]))
      return { files: [...files.values()], problems }
    }
    const read = await readTexts(unread, repository)
    if (read.problems.length > 0) return { files: [], problems: read.problems }
    for (const [path, text] of read.texts) texts.set(path, text)
  }
}

interface Texts {
  readonly texts: ReadonlyMap<string, string>
  readonly problems: readonly ApplyProblem[]
}

async function readTexts(files: readonly TreeFile[], repository: Repository): Promise<Texts> {
  const texts = new Map<string, string>()
  const problems: ApplyProblem[] = []
  if (files.length === 0) return { texts, problems }
  const blobs = await repository.read([...new Set(files.map(({ id }) => id))])
  for (const { path, id } of files) {
    const decoded = decodeText(blobs.get(id) ?? Buffer.alloc(0))
    if (decoded.kind === 'text') texts.set(path, decoded.text)
    else
      problems.push({
        severity: 'error',
        code: 'BAD_YAML',
        place: { path, line: 1, column: 1 },
        message: decoded.cause,
      })
  }
  return { texts, problems }
}

async function readInput(io: Pick<Io, 'stdin'>): Promise<DesiredText> {
  const bytes = await collectBytes(io.stdin(), MAX_INPUT)
  if (!bytes)
    throw new Refusal(`cannot read standard input: it is larger than ${shownBytes(MAX_INPUT)}`, {
      exitCode: 2,
    })
  const decoded = decodeText(bytes)
  if (decoded.kind === 'binary')
    throw new Refusal(`cannot read standard input: ${decoded.cause}`, { exitCode: 2 })
  return { path: 'standard input', text: decoded.text, isShared: false }
}
