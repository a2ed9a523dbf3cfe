import { homedir } from 'node:os'
import { readUserKubeconfig } from '../../kube/user-kubeconfig.ts'
import { UserKubeconfigError } from '../../kube/user/user-kubeconfig-error.ts'
import type { Io } from '../io/io.ts'
import { Refusal } from '../command/refusal.ts'

/** The flags by which a person names the management cluster. */
export interface ManagementFlags {
  readonly kubeconfig: string | undefined
  readonly context: string | undefined
}

/** Finds the management cluster as kubectl does. Refuses with what is wrong with the kubeconfig. */
export async function findManagement(
  { kubeconfig, context }: ManagementFlags,
  io: Io,
): ReturnType<typeof readUserKubeconfig> {
  try {
    return await readUserKubeconfig({
      ...(kubeconfig === undefined ? {} : { path: kubeconfig }),
      ...(context === undefined ? {} : { context }),
      env: io.env,
      home: homedir(),
    })
  } catch (error) {
    if (error instanceof UserKubeconfigError) throw new Refusal(error.message, { exitCode: 4 })
    throw error
  }
}
