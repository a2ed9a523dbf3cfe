import type { Api, Resource } from '../../engine/api/api.ts'
import type { KubeObject } from '../../engine/api/kube-object.ts'

/** Who writes, where a person asks: another one than the controller, which takes back what it does not know. */
export const PERSON = 'fitout-cli'

/** Sets one annotation of an object that is there, and leaves all else as it is. */
export async function annotate(
  api: Api,
  resource: Resource,
  { object, key, value }: { readonly object: KubeObject; readonly key: string; readonly value: string },
): Promise<void> {
  const { apiVersion, kind } = object
  const { name, namespace, uid } = object.metadata
  const metadata = {
    name,
    ...(namespace === undefined ? {} : { namespace }),
    // Only this very object: what went meanwhile must not come back as an empty one.
    ...(uid === undefined ? {} : { uid }),
    annotations: { [key]: value },
  }
  await api.apply(resource, { apiVersion, kind, metadata }, { fieldManager: PERSON, force: true })
}
