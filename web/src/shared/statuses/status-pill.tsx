import { getStatusLook, type Status, type Tone } from './status-map.ts'

interface StatusPillProps {
  status: Status
  /** Replaces the usual word: 'Pending Verification'. */
  word?: string
  /** Whether a long word may take two lines where there is no room, such as in a table. */
  wraps?: boolean
}

const tones: Record<Tone, string> = {
  sage: 'bg-sage text-on-sage',
  gold: 'bg-gold-soft text-gold-ink',
  clay: 'bg-clay-soft text-clay',
  sand: 'bg-sand text-ink-soft',
}

export function StatusPill({ status, word, wraps = false }: StatusPillProps) {
  const look = getStatusLook(status)
  const Icon = look.icon
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full px-3 py-1 text-13 font-semibold ${wraps ? '' : 'whitespace-nowrap'} ${tones[look.tone]}`}
    >
      <Icon className="size-3.5 shrink-0" />
      {word ?? look.word}
    </span>
  )
}
