import { Languages, MapPin } from 'lucide-react'

interface PersonFactsProps {
  /** `Boston, United States` */
  place: string
  languages?: readonly string[]
  className?: string
}

/** A person's place and languages. */
export function PersonFacts({ place, languages = [], className = 'mt-3' }: PersonFactsProps) {
  if (!place && languages.length === 0) return null
  return (
    <ul className={`flex flex-col items-center gap-1.5 text-ink-soft ${className}`}>
      {place && (
        <li className="flex items-center gap-2">
          <MapPin className="size-4 shrink-0" />
          {place}
        </li>
      )}
      {languages.length > 0 && (
        <li className="flex items-center gap-2">
          <Languages className="size-4 shrink-0" />
          {languages.join(', ')}
        </li>
      )}
    </ul>
  )
}
