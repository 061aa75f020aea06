import type { ReactNode } from 'react'
import { formatDay } from '../../lib/format/format.ts'

export interface LegalSection {
  title: string
  points: readonly ReactNode[]
}

interface LegalTextProps {
  sections: readonly LegalSection[]
  /** The day on which it was written. */
  version: string
}

/** The sections of the terms or the privacy page, and since when they hold. */
export function LegalText({ sections, version }: LegalTextProps) {
  return (
    <div className="flex flex-col gap-10">
      {sections.map(({ title, points }) => (
        <section key={title} aria-label={title}>
          <h2 className="text-21">{title}</h2>
          <ul className="mt-3 flex list-disc flex-col gap-2.5 pl-5 marker:text-gold">
            {points.map((point, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the points never change
              <li key={index}>{point}</li>
            ))}
          </ul>
        </section>
      ))}
      <p className="text-ink-soft">In effect since {formatDay(version)}.</p>
    </div>
  )
}
