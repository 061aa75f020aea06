import type { Deps } from '../../../deps.ts'
import { hmacSign, isSigned } from '../../../platform/secrets.ts'

type SigningDeps = Pick<Deps, 'clock' | 'secrets'>

/** The parameters of a file link. `viewer` is a user id, and `expires` is in seconds since 1970. */
export type FileLink = { fileId: string; viewer: number; expires: number; signature: string }

const PURPOSE = 'file-link'
const TTL_SECONDS = 10 * 60

/**
 * Signs a link that opens one file for one person for 10 minutes, in a browser in which they are logged in.
 * Create a link only for a file that this person may see.
 * @returns a path on this server
 * @see docs/rules/profiles-and-files.md#file-links
 */
export function createFileLink(deps: SigningDeps, fileId: string, viewerId: number): string {
  const expires = Math.floor(deps.clock.now().getTime() / 1_000) + TTL_SECONDS
  const signature = hmacSign(deps.secrets.key(PURPOSE), toSignedText({ fileId, viewer: viewerId, expires }))
  return `/api/files/${fileId}?viewer=${viewerId}&expires=${expires}&signature=${signature}`
}

/** Whether we signed exactly these parameters and the link has not expired. */
export function isValidFileLink(deps: SigningDeps, link: FileLink): boolean {
  const isOurs = isSigned(deps.secrets.acceptedKeys(PURPOSE), toSignedText(link), link.signature)
  return isOurs && link.expires * 1_000 > deps.clock.now().getTime()
}

function toSignedText({ fileId, viewer, expires }: Omit<FileLink, 'signature'>): string {
  return `${fileId}.${viewer}.${expires}`
}
