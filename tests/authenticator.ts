import { createHash, createSign, generateKeyPairSync, randomBytes, type webcrypto } from 'node:crypto'

/** CBOR, limited to what authenticators use: numbers, texts, bytes, and maps of these. */
type Cbor = number | string | Uint8Array | Map<number | string, Cbor>

const head = (major: number, length: number): Buffer =>
  length < 24
    ? Buffer.from([(major << 5) | length])
    : length < 256
      ? Buffer.from([(major << 5) | 24, length])
      : Buffer.from([(major << 5) | 25, length >> 8, length & 255])

const cbor = (value: Cbor): Buffer => {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, each]) => [cbor(key), cbor(each)])])
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
const base64url = (data: Uint8Array) => Buffer.from(data).toString('base64url')

/** Faults that a test introduces to check that they are detected. */
type Faults = {
  origin?: string
  host?: string
  challenge?: string
  /** The user was not verified by a fingerprint, face or PIN. */
  isUnverified?: boolean
  /** Signs with a different key. */
  isForged?: boolean
  userHandle?: string
}

/** A software authenticator (WebAuthn, ES256, no attestation) that creates one key and signs in with it. */
export const openAuthenticator = (origin: string) => {
  const pair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const [own, other] = [pair(), pair()]
  const id = randomBytes(32)
  let userHandle = ''
  let counter = 0

  const clientData = (type: string, challenge: string, faults: Faults) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: faults.challenge ?? challenge,
        origin: faults.origin ?? origin,
        crossOrigin: false,
      }),
    )
  const authenticatorData = (faults: Faults, credential: Uint8Array = new Uint8Array()) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE((counter += 1))
    const flags = 0x01 | (faults.isUnverified ? 0 : 0x04) | (credential.length > 0 ? 0x40 : 0)
    const host = faults.host ?? new URL(faults.origin ?? origin).hostname
    return Buffer.concat([sha256(host), Buffer.from([flags]), count, credential])
  }

  return {
    id: base64url(id),
    /** What a browser sends after a key was created. */
    make(options: { challenge: string; user: { id: string } }, faults: Faults = {}) {
      userHandle = options.user.id
      const { x, y } = own.publicKey.export({ format: 'jwk' }) as webcrypto.JsonWebKey
      const key = new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x!, 'base64url')],
        [-3, Buffer.from(y!, 'base64url')],
      ])
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cbor(key)])
      const attestation = new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(faults, credential)],
      ])
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', options.challenge, faults)),
          attestationObject: base64url(cbor(attestation)),
          transports: ['internal'],
        },
      }
    },
    /** What a browser sends to sign in. */
    sign(options: { challenge: string }, faults: Faults = {}) {
      const data = clientData('webauthn.get', options.challenge, faults)
      const authData = authenticatorData(faults)
      const signer = createSign('SHA256').update(Buffer.concat([authData, sha256(data)]))
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(data),
          authenticatorData: base64url(authData),
          signature: base64url(signer.sign((faults.isForged ? other : own).privateKey)),
          userHandle: faults.userHandle ?? userHandle,
        },
      }
    },
    /** Simulates a copied key whose signature counter is behind by `by`. */
    turnBack(by: number) {
      counter -= by
    },
  }
}
