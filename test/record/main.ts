import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { demoSvg, demoSvgPath } from './demo-svg.ts'

await mkdir(dirname(demoSvgPath), { recursive: true })
await writeFile(demoSvgPath, await demoSvg())
