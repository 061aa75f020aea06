interface PillListProps {
  words: readonly string[]
  /** The most to show before `+2 more`. */
  most?: number
  className?: string
}

/** Short texts as pills, such as skills, languages or care needs. */
export function PillList({ words, most = words.length, className = '' }: PillListProps) {
  return (
    <ul className={`flex flex-wrap gap-1.5 ${className}`}>
      {words.slice(0, most).map((word) => (
        <li key={word} className="rounded-full bg-sand px-3 py-1 text-13 font-medium">
          {word}
        </li>
      ))}
      {words.length > most && (
        <li className="px-1.5 py-1 text-13 text-ink-soft">{`+${words.length - most} more`}</li>
      )}
    </ul>
  )
}
