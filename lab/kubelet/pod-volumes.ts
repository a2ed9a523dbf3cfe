import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from './container-start.ts'
import type { Mount } from './contained-start.ts'
import type { Container, Pod } from './pod.ts'

/** What the files of a service account say. */
export interface AccountFiles {
  readonly token: string
  readonly ca: string
}

/** Writes the volumes of a container into a folder, and says where each is mounted. */
export async function podVolumes(
  { pod, container }: { readonly pod: Pod; readonly container: Container },
  folder: string,
  account: AccountFiles,
): Promise<readonly Mount[]> {
  const mounts: Mount[] = []
  for (const { name, mountPath, readOnly = false } of container.volumeMounts ?? []) {
    const volume = pod.spec.volumes?.find(one => one.name === name)
    const from = join(folder, 'volumes', name)
    await mkdir(from, { recursive: true })
    const isAccount = volume?.projected?.sources?.some(source => 'serviceAccountToken' in source) ?? false
    if (isAccount) {
      const { namespace = 'default' } = pod.metadata
      const files = { token: account.token, 'ca.crt': account.ca, namespace }
      for (const [file, text] of Object.entries(files)) await writeFile(join(from, file), text)
    } else if (volume?.emptyDir) {
      // As a kubelet makes it: everybody may write.
      await chmod(from, 0o777)
    } else {
      throw new ConfigError(`the lab cannot mount volume "${name}": it is no emptyDir and no service account`)
    }
    mounts.push({ from, to: mountPath, isReadOnly: readOnly || isAccount })
  }
  return mounts
}
