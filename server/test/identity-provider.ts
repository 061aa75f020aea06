/** A stand-in for Google's sign-in on loopback: signs ID tokens and serves its public keys. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, exportSPKI, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose'

export const CLIENT_ID = 'tests.apps.googleusercontent.test'

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

export type TestIdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>

/**
 * @returns `settings`, the environment variables of a product that trusts it, and helpers that make tokens
 */
export async function startIdentityProvider() {
  const keyPair = await generateKeyPair('RS256', { extractable: true })
  const foreignKeyPair = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(keyPair.publicKey)), kid: 'ours', alg: 'RS256', use: 'sig' }
  const requestedPaths: string[] = []
  let isDown = false
  const server = createServer((request, response) => {
    requestedPaths.push(request.url ?? '')
    response.writeHead(isDown ? 500 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ keys: request.url === '/keys' ? [jwk] : [] }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let counter = 0

  /** Makes the claims of a new person. @param changes undefined removes a claim */
  const makeClaims = (changes: Record<string, unknown> = {}) => {
    counter += 1
    const now = Math.floor(Date.now() / 1_000)
    return {
      iss: 'https://accounts.google.com',
      aud: CLIENT_ID,
      sub: `person-${counter}`,
      email: `google-${counter}@example.test`,
      email_verified: true,
      name: `Gina ${counter}`,
      hd: 'example.test',
      iat: now,
      exp: now + 3_600,
      jti: `${counter}-${Math.random()}`,
      ...changes,
    }
  }
  const sign = (claims: object, header: Partial<JWTHeaderParameters> = {}, key = keyPair.privateKey) =>
    new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'ours', typ: 'JWT', ...header })
      .sign(key)

  return {
    settings: { GOOGLE_CLIENT_ID: CLIENT_ID, GOOGLE_JWKS_URL: `${url}/keys` },
    url,
    requestedPaths,
    makeClaims,
    sign,
    foreignKey: foreignKeyPair.privateKey,
    foreignJwk: await exportJWK(foreignKeyPair.publicKey),
    publicKeyText: await exportSPKI(keyPair.publicKey),
    /** Makes a token without a signature. */
    makeUnsigned: (claims: object) => `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`,
    setDown(down: boolean) {
      isDown = down
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
