import { run } from '../packages/run.ts'

/** Refuses to release what is not exactly the commit of its tag, or does not know where its image will be. */
export async function checkTagged(
  root: string,
  { version, image }: { readonly version: string; readonly image: string },
): Promise<void> {
  if (image === '')
    throw new Error(
      `cannot release ${version}: set "image" in package.json to the registry and repository of the image, so that fitout install and the chart know it`,
    )
  const tag = `v${version}`
  const tags = (await run('git', ['tag', '--points-at', 'HEAD'], root)).toString().split('\n')
  if (!tags.includes(tag))
    throw new Error(`cannot release ${version}: this commit does not have the tag ${tag}`)
  const changed = (await run('git', ['status', '--porcelain'], root)).toString().trim()
  if (changed !== '') throw new Error(`cannot release ${version}: there are changes that are not committed`)
}
