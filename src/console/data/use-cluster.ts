import { useEffect, useState } from 'react'
import type { ClusterResponse } from '../../server/api/cluster-response.ts'
import { followTopic } from './live-stream.ts'
import { type ReadResource, useResource } from './use-resource.ts'

// The stream brings what changes; this is for what a stream may miss.
const REFRESH_MS = 60_000

/** A cluster, kept up to date by the stream. */
export function useClusterResource(id: string): ReadResource<ClusterResponse> {
  const path = `clusters/${id.split('/').map(encodeURIComponent).join('/')}`
  const resource = useResource<ClusterResponse>(path, REFRESH_MS)
  const [patched, setPatched] = useState<ClusterResponse>()
  const { reload, value } = resource
  useEffect(() => {
    setPatched(undefined)
    return followTopic(`cluster:${id}`, {
      onPatch: patch => {
        if (patch.topic === 'fleet') return
        // Without a cluster it is gone: the server says in its answer what is known of it.
        if ('cluster' in patch && patch.cluster !== undefined) setPatched(patch.cluster)
        else reload()
      },
      onResync: reload,
    })
  }, [id, reload])
  const isNewer = patched !== undefined && (value === undefined || patched.asOf >= value.asOf)
  return isNewer && resource.error?.code !== 'NotFound' ? { ...resource, value: patched } : resource
}
