import { getStatusLook, type Status, type Tone } from './status-map.ts'

interface StatusPillProps {
  status: Status
  /** Replaces the usual word: 'Pending Verification'. */
  word?: string
}

const tones: Record<Tone, string> = {
  sage: 'bg-sage text-on-sage',
  gold: 'bg-gold-soft text-gold-ink',
  clay: 'bg-clay-soft text-clay',
  sand: 'bg-sand text-ink-soft',
}

export function StatusPill({ status, word }: StatusPillProps) {
  const look = getStatusLook(status)
  const Icon = look.icon
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full px-3 py-1 text-13 font-semibold whitespace-nowrap ${tones[look.tone]}`}
    >
      <Icon className="size-3.5 shrink-0" />
      {word ?? look.word}
    </span>
  )
}
