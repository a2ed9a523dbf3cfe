import { spawn } from 'node:child_process'
import { mkdirSync, openSync } from 'node:fs'
import { readFile, rm, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { labFolder, labOwner } from '../lab-claim.ts'
import { endOrphans } from '../process/owner.ts'
import { buildPrograms } from '../programs/build-programs.ts'
import type { Message } from './serve.ts'

/** Starts a lab that continues after this command, and prints how to reach it. */
export async function up(name: string): Promise<number> {
  const start = performance.now()
  const { kubectl } = await buildPrograms(say)
  const orphans = await endOrphans()
  if (orphans > 0) say(`ended ${orphans} processes that an earlier lab left behind`)
  if ((await labOwner(name)) === undefined) {
    const outcome = await launch(name)
    if (outcome === 'interrupted') return 130
    if (outcome !== 'ready') {
      say(`error: ${outcome.failed}`)
      return 1
    }
    await linkKubectl(name, kubectl)
    say(`lab "${name}" is up after ${Math.round((performance.now() - start) / 1000)} s`)
  } else {
    say(`lab "${name}" runs already`)
  }
  await describe(name)
  return 0
}

// The lab lives in a process of its own session: closing this terminal does not end it.
async function launch(name: string): Promise<'ready' | 'interrupted' | { failed: string }> {
  const logFile = join(labFolder(name), '..', `${name}.log`)
  mkdirSync(dirname(logFile), { recursive: true })
  const log = openSync(logFile, 'w')
  const main = join(import.meta.dirname, '..', 'main.ts')
  const lab = spawn(process.execPath, [main, 'serve', name], {
    detached: true,
    stdio: ['ignore', log, log, 'ipc'],
  })
  let isInterrupted = false
  const interrupt = () => {
    isInterrupted = lab.kill('SIGTERM')
  }
  process.once('SIGINT', interrupt)
  const outcome = await new Promise<'ready' | { failed: string }>(resolve => {
    lab.once('exit', () => resolve({ failed: `the lab ended while it started; see ${logFile}` }))
    lab.on('message', (message: Message) => {
      if ('say' in message) say(message.say)
      else resolve('failed' in message ? message : 'ready')
    })
  })
  process.off('SIGINT', interrupt)
  if (lab.connected) lab.disconnect()
  lab.unref()
  return isInterrupted ? 'interrupted' : outcome
}

async function linkKubectl(name: string, kubectl: string): Promise<void> {
  const link = join(labFolder(name), 'bin', 'kubectl')
  mkdirSync(dirname(link), { recursive: true })
  await rm(link, { force: true })
  await symlink(kubectl, link)
}

// Words for people go to standard error, so that `eval "$(make -s lab-up)"` sets up a shell.
async function describe(name: string): Promise<void> {
  const folder = labFolder(name)
  const kubeconfigFile = join(folder, 'kubeconfig')
  const kubeconfig = JSON.parse(await readFile(kubeconfigFile, 'utf8')) as {
    clusters: readonly { name: string; cluster: { server: string } }[]
  }
  say('')
  for (const { name, cluster } of kubeconfig.clusters) say(`  ${name.padEnd(12)}${cluster.server}`)
  say(
    `\nmanifests to try: ${join(folder, 'samples')}\nlogs: ${join(folder, 'logs')}\nguide: docs/guides/lab.md\n`,
  )
  process.stdout.write(
    `export KUBECONFIG=${kubeconfigFile}\nexport FITOUT_LAB=${folder}\nexport PATH=${join(folder, 'bin')}:$PATH\n`,
  )
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
