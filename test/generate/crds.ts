import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { generatedFiles } from './generated-files.ts'

for (const [path, text] of generatedFiles()) {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}
