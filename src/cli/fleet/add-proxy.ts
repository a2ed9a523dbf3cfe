import type { ConnectionConfig } from '../../kube/transport/connection-config.ts'
import { environmentProxy, readProxyUrl } from '../../kube/user/proxy-for.ts'
import type { Io } from '../io/io.ts'
import { Refusal } from '../command/refusal.ts'

/** The way to a server, through the proxy that the environment names for it, unless the kubeconfig has named one. */
export function addProxy<Config extends ConnectionConfig>(config: Config, env: Io['env']): Config {
  const named = config.proxy === undefined ? environmentProxy(config.server, env) : undefined
  if (named === undefined) return config
  const url = readProxyUrl(named)
  if (url) return { ...config, proxy: url.href }
  // Not shown: it may have a password in it.
  throw new Refusal('cannot use HTTPS_PROXY: it must be http://host:port or https://host:port', {
    exitCode: 4,
    fix: 'unset it, or name the server in NO_PROXY',
  })
}
