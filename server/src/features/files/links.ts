import { timingSafeEqual } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import { hmacSign } from '../../platform/secrets.ts'

type Signing = Pick<Deps, 'clock' | 'secrets'>

/** What a link's query says. `expires` is in seconds since 1970. */
export type Link = { fileId: string; viewer: number; expires: number; signature: string }

const LIFE_SECONDS = 10 * 60

/**
 * Where one person may open one file for the next 10 minutes (decisions §3), as a path of this product. Give it to
 * that person alone, and only when the file may be shown to them.
 */
export function documentLink(deps: Signing, fileId: string, viewerId: number): string {
  const expires = Math.floor(deps.clock.now().getTime() / 1_000) + LIFE_SECONDS
  const signature = signatureOf(deps, { fileId, viewer: viewerId, expires })
  return `/api/files/${fileId}?viewer=${viewerId}&expires=${expires}&signature=${signature}`
}

/** Whether we made the link, for this file, this person and this end, and the end has not come. */
export function isGoodLink(deps: Signing, link: Link): boolean {
  const expected = Buffer.from(signatureOf(deps, link))
  const given = Buffer.from(link.signature)
  const isOurs = expected.length === given.length && timingSafeEqual(expected, given)
  return isOurs && link.expires * 1_000 > deps.clock.now().getTime()
}

function signatureOf({ secrets }: Signing, { fileId, viewer, expires }: Omit<Link, 'signature'>): string {
  return hmacSign(secrets.key('file-link'), `${fileId}.${viewer}.${expires}`)
}
