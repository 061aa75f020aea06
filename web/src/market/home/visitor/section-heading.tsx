interface SectionHeadingProps {
  eyebrow: string
  title: string
  lead?: string
  isCentred?: boolean
}

export function SectionHeading({ eyebrow, title, lead, isCentred = false }: SectionHeadingProps) {
  return (
    <header className={isCentred ? 'mx-auto max-w-reading text-center' : 'max-w-reading'}>
      <p className="eyebrow">{eyebrow}</p>
      <h2 className="mt-3 text-28 lg:text-40">{title}</h2>
      {lead && <p className="mt-4 text-17 text-ink-soft">{lead}</p>}
    </header>
  )
}
