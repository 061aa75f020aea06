/** An identity provider of the tests' own on loopback: it signs ID tokens and shows its keys as Google does. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, exportSPKI, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose'

export const CLIENT_ID = 'tests.apps.googleusercontent.test'

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

export type IdentityProviderOfTests = Awaited<ReturnType<typeof startIdentityProvider>>

/** Starts it. `settings` are the environment variables for a product that believes it. */
export async function startIdentityProvider() {
  const ours = await generateKeyPair('RS256', { extractable: true })
  const strangers = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(ours.publicKey)), kid: 'ours', alg: 'RS256', use: 'sig' }
  const asked: string[] = []
  let isDown = false
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(isDown ? 500 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ keys: request.url === '/keys' ? [jwk] : [] }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let people = 0

  /** What Google says of a new person, with `changes`; undefined takes a claim away. */
  const claimsOf = (changes: Record<string, unknown> = {}) => {
    people += 1
    const now = Math.floor(Date.now() / 1_000)
    return {
      iss: 'https://accounts.google.com',
      aud: CLIENT_ID,
      sub: `person-${people}`,
      email: `google-${people}@example.test`,
      email_verified: true,
      name: `Gina ${people}`,
      iat: now,
      exp: now + 3_600,
      jti: `${people}-${Math.random()}`,
      ...changes,
    }
  }
  const sign = (claims: object, header: Partial<JWTHeaderParameters> = {}, key = ours.privateKey) =>
    new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'ours', typ: 'JWT', ...header })
      .sign(key)

  return {
    settings: { GOOGLE_CLIENT_ID: CLIENT_ID, GOOGLE_JWKS_URL: `${url}/keys` },
    url,
    /** The paths that were asked for. */
    asked,
    claimsOf,
    sign,
    strangersKey: strangers.privateKey,
    strangersJwk: await exportJWK(strangers.publicKey),
    publicKeyText: await exportSPKI(ours.publicKey),
    /** A token without any signature. */
    unsigned: (claims: object) => `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`,
    setDown(down: boolean) {
      isDown = down
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
