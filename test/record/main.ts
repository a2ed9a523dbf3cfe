import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { consolePictures } from './console-pictures.ts'
import { demoSvg, demoSvgPath } from './demo-svg.ts'

const pictures = new Map<string, string | Buffer>([
  [demoSvgPath, await demoSvg()],
  ...(await consolePictures()),
])
for (const [path, content] of pictures) {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
}
