import type { LintCode } from '../../src/domain/lint/lint-codes.ts'
import type { RepositoryFiles } from '../../src/domain/lint/model/lint-repository.ts'

/** For tests: one way to break a fleet repository, and the code that must find it. */
export interface LintMutation {
  readonly name: string
  readonly code: LintCode
  /** The broken repository; undefined if this one has nothing to break in this way. */
  readonly mutate: (files: RepositoryFiles) => RepositoryFiles | undefined
}

/** In the first file whose path matches and whose text does, replaces what matches. */
export function replaceInFile(path: RegExp, from: RegExp | string, to: string): LintMutation['mutate'] {
  return files => {
    for (const [name, text] of files.texts) {
      if (!path.test(name)) continue
      const after = text.replace(from, to)
      if (after !== text) return { ...files, texts: new Map(files.texts).set(name, after) }
    }
    return undefined
  }
}

/** Puts a file beside the first that matches, or at a path of its own. */
export function addFile(path: string, text: string): LintMutation['mutate'] {
  return files => ({
    ...files,
    texts: new Map(files.texts).set(path, text),
    paths: new Set([...files.paths, path]),
  })
}

/** Takes the first file away whose path matches. */
export function removeFile(path: RegExp): LintMutation['mutate'] {
  return files => {
    const found = [...files.paths].find(name => path.test(name))
    if (found === undefined) return undefined
    const texts = new Map(files.texts)
    texts.delete(found)
    return { ...files, texts, paths: new Set([...files.paths].filter(name => name !== found)) }
  }
}

/** Does one after the other. */
export function oneAfterOther(
  first: LintMutation['mutate'],
  second: LintMutation['mutate'],
): LintMutation['mutate'] {
  return files => {
    const after = first(files)
    return after && second(after)
  }
}
