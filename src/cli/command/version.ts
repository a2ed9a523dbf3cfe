import manifest from '../../../package.json' with { type: 'json' }

/** The version of this program, as it was released. */
export const version = manifest.version
