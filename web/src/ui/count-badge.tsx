const mostShown = 99

/** An unread count on an icon or beside a name, whose label says what is counted. */
export function CountBadge({ count, className = '' }: { count: number; className?: string }) {
  if (count <= 0) return null
  return (
    <span
      aria-hidden="true"
      className={`tabular min-w-5 rounded-full bg-gold-soft px-1 text-center text-13 font-semibold text-gold-ink ${className}`}
    >
      {count > mostShown ? `${mostShown}+` : count}
    </span>
  )
}
