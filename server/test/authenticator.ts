/**
 * An authenticator in software, which makes and uses passkeys as a browser sends them: ES256, CBOR, WebAuthn
 * level 3.
 */
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { encodeCBOR } from '@levischuck/tiny-cbor'
import type { TestApp } from './app.ts'

/** What a page gives its authenticator; only what a passkey needs of it. */
type CreationOptions = { challenge: string; rp: { id?: string }; user: { id: string } }
type RequestOptions = { challenge: string; rpId?: string }

/** What may be wrong about an answer. By default nothing is. */
export type Flaws = {
  origin?: string
  rpId?: string
  challenge?: string
  counter?: number
  userVerified?: boolean
  userHandle?: string
  /** Another key signs. */
  forged?: boolean
}

export type Authenticator = {
  /** Makes a passkey. */
  create(options: CreationOptions, flaws?: Flaws): object
  /** Signs a challenge with the passkey. */
  get(options: RequestOptions, flaws?: Flaws): object
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const BACKED_UP = 0x08 | 0x10
const HAS_CREDENTIAL = 0x40

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()
const toText = (data: Buffer) => data.toString('base64url')

/** The origin of the product's pages for passkeys, which know no IP addresses. */
export function getPasskeyOrigin(app: Pick<TestApp, 'url'>): string {
  return app.url.replace('127.0.0.1', 'localhost')
}

/** @param options.counts whether it counts its signatures, like a security key; synced passkeys don't */
export function createAuthenticator(
  app: Pick<TestApp, 'url'>,
  { counts = false, synced = false }: { counts?: boolean; synced?: boolean } = {},
): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = toText(credentialId)
  let counter = 0
  let userHandle = ''

  const makeClientData = (type: string, challenge: string, flaws: Flaws) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: flaws.challenge ?? challenge,
        origin: flaws.origin ?? getPasskeyOrigin(app),
        crossOrigin: false,
      }),
    )
  const makeData = (rpId: string, flaws: Flaws, credential?: Buffer) => {
    if (counts) counter += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(flaws.counter ?? counter)
    const flags =
      USER_PRESENT |
      (flaws.userVerified === false ? 0 : USER_VERIFIED) |
      (synced ? BACKED_UP : 0) |
      (credential ? HAS_CREDENTIAL : 0)
    const parts = [sha256(flaws.rpId ?? rpId), Buffer.from([flags]), count]
    return Buffer.concat(credential ? [...parts, credential] : parts)
  }

  return {
    create({ challenge, rp, user }, flaws = {}) {
      userHandle = user.id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, toCose(publicKey)])
      const authData = makeData(rp.id ?? '', flaws, credential)
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ])
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: toText(makeClientData('webauthn.create', challenge, flaws)),
          attestationObject: toText(Buffer.from(encodeCBOR(attestation as never))),
          transports: ['internal', 'hybrid'],
        },
      }
    },
    get({ challenge, rpId = '' }, flaws = {}) {
      const clientData = makeClientData('webauthn.get', challenge, flaws)
      const authData = makeData(rpId, flaws)
      const key = flaws.forged ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey : privateKey
      const signature = createSign('sha256').update(authData).update(sha256(clientData)).sign(key)
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: toText(clientData),
          authenticatorData: toText(authData),
          signature: toText(signature),
          userHandle: flaws.userHandle ?? userHandle,
        },
      }
    },
  }
}

/** The key as COSE: an elliptic curve key (2) for ES256 (-7) on P-256 (1). */
function toCose(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const map = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ])
  return Buffer.from(encodeCBOR(map))
}
