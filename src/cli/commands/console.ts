import { defineCommand } from '../command/command.ts'
import { connectionFlags } from '../fleet/fleet-flags.ts'

/** `fitout console`: the server and the bundle of the console stay in chunks of their own. */
export const consoleCommand = defineCommand({
  name: 'console',
  summary: 'Serve the web console: on this machine with your kubeconfig, or behind a login',
  args: {},
  flags: {
    ...connectionFlags,
    port: { help: 'Port, on this machine only; 0 takes a free one', value: 'number', default: '8484' },
    open: { help: 'Open the console in the browser' },
    'public-url': { help: 'Where people find it, behind a login: https://fitout.example.com', value: 'url' },
    address: { help: 'Address to listen on, with --public-url (default 127.0.0.1:8080)', value: 'host:port' },
    'oidc-issuer-url': { help: 'Login provider; this and what follows as kube-apiserver', value: 'url' },
    'oidc-client-id': { help: 'Client of the console at the provider', value: 'id' },
    'oidc-client-secret-file': { help: 'File with the secret of the client', value: 'file', names: 'file' },
    'oidc-username-claim': { help: 'Claim with the name of a user', value: 'claim', default: 'sub' },
    'oidc-username-prefix': { help: 'Prefix of users; - for none', value: 'text' },
    'oidc-groups-claim': { help: 'Claim with the groups of a user', value: 'claim', default: 'groups' },
    'oidc-groups-prefix': { help: 'Prefix of groups', value: 'text' },
    'git-url': { help: 'Fleet repository, with --public-url', value: 'url' },
    'git-kind': {
      help: 'Kind of its Git host',
      value: 'kind',
      choices: ['gitlab', 'github', 'gitea'],
      default: 'gitlab',
    },
    'git-branch': { help: 'Branch that changes are for', value: 'name', default: 'main' },
  },
  examples: ['fitout console', 'fitout console --open', 'fitout console --context mgmt --port 9000'],

  async run({ flags }, io) {
    const { realWorld } = await import('../fleet/real-world.ts')
    const { readLoginSettings } = await import('../console/login-settings.ts')
    const login = await readLoginSettings(flags)
    const setting = { io, world: realWorld(io) }
    if (login) {
      const { runLoginConsole } = await import('../console/run-login-console.ts')
      return runLoginConsole(login, flags, setting)
    }
    const { runConsole } = await import('../console/run-console.ts')
    return runConsole(flags, setting)
  },
})
