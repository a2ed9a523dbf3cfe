import type { Pins } from '../packages/pins.ts'

/** From what an artefact was made. */
export interface Source {
  /** The commit, and the time at which it was made. */
  readonly commit: string
  readonly time: Date
  /** Digest of package-lock.json. */
  readonly lockSha256: string
}

/** The statement of in-toto that says how an image was made (SLSA provenance 1.0). It is not signed: see SECURITY.md. */
export function provenance(
  subject: { readonly name: string; readonly digest: string },
  source: Source,
  pins: Pins,
): object {
  const [algorithm = '', hex = ''] = subject.digest.split(':')
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: subject.name, digest: { [algorithm]: hex } }],
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'https://fitout.dev/release/v1',
        externalParameters: { commit: source.commit },
        resolvedDependencies: [
          { name: 'fitout', digest: { gitCommit: source.commit } },
          { name: 'package-lock.json', digest: { sha256: source.lockSha256 } },
          ...pins.npm.map(({ name, version, integrity }) => ({
            uri: `pkg:npm/${name}@${version}`,
            digest: { sha512: Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex') },
          })),
          ...pins.debian.map(({ name, version, architecture, sha256 }) => ({
            uri: `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?arch=${architecture}`,
            digest: { sha256 },
          })),
        ],
      },
      runDetails: { builder: { id: 'https://fitout.dev/release' } },
    },
  }
}
