import { createHash } from 'node:crypto'

/** The tokens of look.md: a ground, and letters that can be read on it. */
const PALETTE = [
  { ground: '1f5d46', letters: 'fdfbf6' },
  { ground: 'dde8df', letters: '164a37' },
  { ground: 'f3e7cc', letters: '77560f' },
  { ground: 'f7e3da', letters: 'a8431f' },
] as const

/** An SVG picture of a name's initials, always the same for the same name. */
export async function drawInitials(name: string): Promise<string> {
  // Loaded with the first drawing: the collection brings dozens of styles along, which no start should wait for.
  const [{ createAvatar }, { initials }] = await Promise.all([
    import('@dicebear/core'),
    import('@dicebear/collection'),
  ])
  // XML has no form for control characters, not even an escaped one.
  const seed = name.replace(/\p{C}+/gu, ' ').trim()
  const [first = 0] = createHash('sha256').update(seed).digest()
  const { ground, letters } = PALETTE[first % PALETTE.length] ?? PALETTE[0]
  return createAvatar(initials, {
    seed,
    backgroundColor: [ground],
    textColor: [letters],
    fontFamily: ['Georgia', 'serif'],
    fontSize: 42,
  }).toString()
}
