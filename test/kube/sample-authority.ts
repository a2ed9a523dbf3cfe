// The certificate library looks for this polyfill when it is loaded, so it comes first.
// oxlint-disable-next-line import/no-unassigned-import -- it is loaded for what it adds to the global Reflect
import 'reflect-metadata'
import { KeyObject, webcrypto } from 'node:crypto'
import {
  BasicConstraintsExtension,
  SubjectAlternativeNameExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'

/** A certificate and its key, PEM. */
export interface SampleCertificate {
  readonly certificate: string
  readonly key: string
}

interface CertificateOptions {
  readonly names?: readonly string[]
  readonly notAfter?: Date
  readonly notBefore?: Date
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const HOUR_MS = 3_600_000

/** Signs certificates for tests. */
export class SampleAuthority {
  readonly #keys: webcrypto.CryptoKeyPair
  readonly #own: X509Certificate

  private constructor(keys: webcrypto.CryptoKeyPair, own: X509Certificate) {
    this.#keys = keys
    this.#own = own
  }

  static async create(): Promise<SampleAuthority> {
    const keys = await newKeys()
    const own = await X509CertificateGenerator.createSelfSigned({
      name: 'CN=sample',
      keys,
      signingAlgorithm: ALGORITHM,
      ...validity({}),
      extensions: [new BasicConstraintsExtension(true, undefined, true)],
    })
    return new SampleAuthority(keys, own)
  }

  get caData(): string {
    return this.#own.toString('pem')
  }

  /** A certificate for 127.0.0.1, or for the names that are given. */
  async sign(options: CertificateOptions = {}): Promise<SampleCertificate> {
    const keys = await newKeys()
    const names = options.names?.map(value => ({ type: 'dns' as const, value }))
    const certificate = await X509CertificateGenerator.create({
      subject: 'CN=sample-server',
      issuer: this.#own.subject,
      publicKey: keys.publicKey,
      signingKey: this.#keys.privateKey,
      signingAlgorithm: ALGORITHM,
      ...validity(options),
      extensions: [new SubjectAlternativeNameExtension(names ?? [{ type: 'ip', value: '127.0.0.1' }])],
    })
    const key = KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' })
    return { certificate: certificate.toString('pem'), key: String(key) }
  }
}

async function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
}

function validity({ notBefore, notAfter }: CertificateOptions): { notBefore: Date; notAfter: Date } {
  const now = Date.now()
  return { notBefore: notBefore ?? new Date(now - HOUR_MS), notAfter: notAfter ?? new Date(now + HOUR_MS) }
}
