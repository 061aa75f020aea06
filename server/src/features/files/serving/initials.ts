import { createHash } from 'node:crypto'

/** Colors of the web app's theme: a background, and text that is readable on it. */
const PALETTE = [
  { background: '1f5d46', text: 'fdfbf6' },
  { background: 'dde8df', text: '164a37' },
  { background: 'f3e7cc', text: '77560f' },
  { background: 'f7e3da', text: 'a8431f' },
] as const

/** Draws a name's initials. @returns an SVG, which is always the same for a name */
export async function drawInitials(name: string): Promise<string> {
  // The libraries are imported only here, because the collection loads dozens of styles, which would slow the
  // start.
  const [{ createAvatar }, { initials }] = await Promise.all([
    import('@dicebear/core'),
    import('@dicebear/collection'),
  ])
  // XML cannot contain control characters, not even escaped.
  const seed = name.replace(/\p{C}+/gu, ' ').trim()
  const [firstByte = 0] = createHash('sha256').update(seed).digest()
  const { background, text } = PALETTE[firstByte % PALETTE.length] ?? PALETTE[0]
  return createAvatar(initials, {
    seed,
    backgroundColor: [background],
    textColor: [text],
    fontFamily: ['Georgia', 'serif'],
    fontSize: 42,
  }).toString()
}
