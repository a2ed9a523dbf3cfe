import manifest from '../../../package.json' with { type: 'json' }

/** What servers write into their audit logs. */
export const USER_AGENT = `fitout/${manifest.version}`
