import { down } from './command/down.ts'
import { serve } from './command/serve.ts'
import { up } from './command/up.ts'

const commands = { up, down, serve }
const usage = `usage: node lab/main.ts up|down [name]\n`

const [verb = '', name = 'lab', ...rest] = process.argv.slice(2)
if (!Object.hasOwn(commands, verb) || rest.length > 0 || !/^[a-z0-9-]+$/.test(name)) {
  process.stderr.write(usage)
  process.exit(2)
}
if (process.platform !== 'linux') {
  process.stderr.write(`error: the lab needs Linux: it finds its processes in /proc\n`)
  process.exit(2)
}
try {
  process.exitCode = await commands[verb as keyof typeof commands](name)
} catch (error) {
  process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
