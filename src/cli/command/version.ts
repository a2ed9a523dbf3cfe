import manifest from '../../../package.json' with { type: 'json' }

/** The version of this program, as it was released. */
export const version = manifest.version

/** Where the image of this version is, without its tag. Releases fill it in; empty in a checkout. */
export const imageRepository = manifest.image
