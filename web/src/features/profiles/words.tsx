/** A labelled list of short words, as pills; nothing at all without words. */
export function Words({ label, words }: { label: string; words: readonly string[] }) {
  if (words.length === 0) return null
  return (
    <div>
      <p className="text-13 text-ink-soft">{label}</p>
      <ul className="mt-2 flex flex-wrap gap-1.5">
        {words.map((word) => (
          <li key={word} className="rounded-full bg-sand px-3 py-1 text-13 font-medium">
            {word}
          </li>
        ))}
      </ul>
    </div>
  )
}
