export type DayKind = 'free' | 'full' | 'closed' | 'booked' | 'past'

const words: Record<DayKind, string> = {
  free: 'free',
  full: 'full',
  closed: 'closed',
  booked: 'booked',
  past: 'past',
}

/** The word for a kind of day, for screen readers. */
export function dayWord(kind: DayKind): string {
  return words[kind]
}

/** Each kind has its own shape: a ring, a disc, a bar, a square, a stroke. */
export function DayMark({ kind }: { kind: DayKind }) {
  const shapes = {
    free: 'size-2 rounded-full border-[1.5px] border-current',
    full: 'size-2 rounded-full bg-current',
    closed: 'h-0.5 w-2.5 rounded-full bg-current',
    booked: 'size-2 rotate-45 bg-current',
    past: 'h-px w-2.5 -rotate-50 bg-current',
  }
  return (
    <span className="flex h-2 items-center justify-center" aria-hidden="true">
      <span className={shapes[kind]} />
    </span>
  )
}

/** A kind of day, with another word for it if needed. */
export type LegendEntry = DayKind | { kind: DayKind; word: string }

/** Explains the shapes, under a calendar. */
export function DayLegend({ entries }: { entries: readonly LegendEntry[] }) {
  return (
    <ul className="mt-4 flex flex-wrap gap-x-5 gap-y-2 text-13 text-ink-soft">
      {entries.map((entry) => {
        const { kind, word } = typeof entry === 'string' ? { kind: entry, word: dayWord(entry) } : entry
        return (
          <li key={kind} className="flex items-center gap-2">
            <DayMark kind={kind} />
            {word.replace(/^./, (letter) => letter.toUpperCase())}
          </li>
        )
      })}
    </ul>
  )
}
