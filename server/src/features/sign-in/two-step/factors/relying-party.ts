import { isIP } from 'node:net'
import type { Deps } from '../../../../deps.ts'

/** Where passkeys of this installation can be used. */
export type RelyingParty = { id: string; origin: string }

/**
 * The host and the origin of our pages, from the public address. WebAuthn doesn't work with IP addresses, so
 * a product that is reached by one, as on a developer's machine, uses `localhost` at the same port.
 * @see docs/rules/two-step.md#passkeys
 */
export function getRelyingParty({ publicUrl }: Pick<Deps, 'publicUrl'>): RelyingParty {
  const url = new URL(publicUrl())
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) === 0) return { id: url.hostname, origin: url.origin }
  return { id: 'localhost', origin: `http://localhost${url.port && `:${url.port}`}` }
}
