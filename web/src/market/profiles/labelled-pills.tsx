import { PillList } from '../../ui/pill-list.tsx'

/** A list of pills under a label, hidden while empty. */
export function LabelledPills({ label, words }: { label: string; words: readonly string[] }) {
  if (words.length === 0) return null
  return (
    <div>
      <p className="text-13 text-ink-soft">{label}</p>
      <PillList words={words} className="mt-2" />
    </div>
  )
}
