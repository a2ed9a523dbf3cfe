import { join } from 'node:path'
import type { Pki } from './control-plane/pki.ts'
import type { Ports } from './process/ports.ts'
import type { ProgramPaths } from './programs/build-programs.ts'
import type { Modules } from './programs/modules.ts'

/** A program of another version than that of the lab, for images with this tag. */
export interface FormerProgram {
  readonly tag: string
  readonly path: string
}

/** Where a lab is set up: what its parts need to know of the machine. */
export interface Site {
  readonly name: string
  readonly folder: string
  readonly programs: ProgramPaths
  readonly modules: Modules
  readonly ports: Ports
  readonly pki: Pki
  /** Where the lab's registry is: `host:port`. What is pulled from there runs from its image. */
  readonly registryHost: string
  /** An earlier Karpenter, if pods of it run, too. */
  readonly formerKarpenter?: FormerProgram | undefined
  /** The log file of a program, by its name. */
  log(name: string): string
}

/** The log files of a lab are all in one folder: `blue/kube-apiserver` is `logs/blue-kube-apiserver.log`. */
export function logFile(folder: string, name: string): string {
  return join(folder, 'logs', `${name.replaceAll('/', '-')}.log`)
}
