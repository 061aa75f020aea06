import { Moon } from 'lucide-react'

export type DayKind = 'free' | 'night' | 'full' | 'closed' | 'booked'

/** A shape for a kind of day, so that color is not the only difference. */
export function DayMark({ kind }: { kind: DayKind }) {
  if (kind === 'night') return <Moon className="size-3 shrink-0" aria-hidden="true" />
  const shapes = {
    free: 'size-2 rounded-full border-[1.5px] border-current',
    full: 'size-2 rounded-full bg-current',
    closed: 'h-0.5 w-2.5 rounded-full bg-current',
    booked: 'size-2 rotate-45 bg-current',
  }
  return (
    <span className="flex h-2 items-center justify-center" aria-hidden="true">
      <span className={shapes[kind]} />
    </span>
  )
}

/** A kind of day, with the word for it if that isn't its name. */
export type LegendEntry = DayKind | { kind: DayKind; word: string }

/** Explains the shapes of a calendar. */
export function DayLegend({ entries }: { entries: readonly LegendEntry[] }) {
  return (
    <ul className="mt-4 flex flex-wrap gap-x-5 gap-y-2 text-13 text-ink-soft">
      {entries.map((entry) => {
        const { kind, word } = typeof entry === 'string' ? { kind: entry, word: entry } : entry
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
