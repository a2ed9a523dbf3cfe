// The certificate library looks for this polyfill when it is loaded, so it comes first.
// oxlint-disable-next-line import/no-unassigned-import -- it is loaded for what it adds to the global Reflect
import 'reflect-metadata'
import { generateKeyPairSync, webcrypto } from 'node:crypto'
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  type Extension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'

/** A certificate and its key, both PEM. */
export interface KeyPair {
  readonly cert: string
  readonly key: string
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const DAY_MS = 24 * 60 * 60 * 1000
const clientOnly = [new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth])] as const

/** Signs the certificates of the lab. Each authority is trusted only by what was told to trust it. */
export class Authority {
  readonly #keys: webcrypto.CryptoKeyPair
  readonly #certificate: X509Certificate

  private constructor(keys: webcrypto.CryptoKeyPair, certificate: X509Certificate) {
    this.#keys = keys
    this.#certificate = certificate
  }

  static async create(name: string): Promise<Authority> {
    const keys = await newKeys()
    const certificate = await X509CertificateGenerator.createSelfSigned({
      name: `CN=${name}`,
      keys,
      signingAlgorithm: ALGORITHM,
      ...validity(),
      extensions: [
        new BasicConstraintsExtension(true, undefined, true),
        new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.digitalSignature, true),
      ],
    })
    return new Authority(keys, certificate)
  }

  /** The certificate that others must trust, PEM. */
  get cert(): string {
    return this.#certificate.toString('pem')
  }

  /** A certificate for servers on loopback. */
  async server(): Promise<KeyPair> {
    return this.#sign('CN=fitout-lab', [
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension([
        { type: 'ip', value: '127.0.0.1' },
        { type: 'dns', value: 'localhost' },
        { type: 'dns', value: 'kubernetes.default.svc' },
      ]),
    ])
  }

  /** A certificate for a Kubernetes administrator; `user` is the name that the audit log shows. */
  async client(user: string): Promise<KeyPair> {
    return this.#sign(`CN=${user}, O=system:masters`, clientOnly)
  }

  /** A certificate for someone without any right. */
  async stranger(user: string): Promise<KeyPair> {
    return this.#sign(`CN=${user}`, clientOnly)
  }

  /** A certificate for an administrator that ended yesterday. */
  async expiredClient(user: string): Promise<KeyPair> {
    const yesterday = Date.now() - DAY_MS
    const past = { notBefore: new Date(yesterday - DAY_MS), notAfter: new Date(yesterday) }
    return this.#sign(`CN=${user}, O=system:masters`, clientOnly, past)
  }

  async #sign(subject: string, extensions: readonly Extension[], valid = validity()): Promise<KeyPair> {
    const keys = await newKeys()
    const certificate = await X509CertificateGenerator.create({
      subject,
      issuer: this.#certificate.subject,
      publicKey: keys.publicKey,
      signingKey: this.#keys.privateKey,
      signingAlgorithm: ALGORITHM,
      ...valid,
      extensions: [new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true), ...extensions],
    })
    return { cert: certificate.toString('pem'), key: await toPem(keys.privateKey) }
  }
}

/** A key pair for signing service account tokens, PEM. */
export function serviceAccountKeys(): { readonly publicKey: string; readonly privateKey: string } {
  return generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'sec1', format: 'pem' },
  })
}

async function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
}

function validity(): { notBefore: Date; notAfter: Date } {
  const now = Date.now()
  return { notBefore: new Date(now - 60_000), notAfter: new Date(now + 30 * DAY_MS) }
}

async function toPem(key: webcrypto.CryptoKey): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key))
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN PRIVATE KEY-----\n${lines.join('\n')}\n-----END PRIVATE KEY-----\n`
}
