import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'

interface NextStepProps {
  title: string
  hint: string
  to: string
}

/** Something to do about a booking. The whole row is the link. */
export function NextStep({ title, hint, to }: NextStepProps) {
  return (
    <li className="py-1 first:pt-0 last:pb-0">
      <Link to={to} className="group flex min-h-11 items-center gap-3 rounded-control py-2">
        <span className="min-w-0 flex-1">
          <span className="block font-semibold group-hover:underline">{title}</span>
          <span className="block text-ink-soft">{hint}</span>
        </span>
        <ChevronRight className="size-5 shrink-0 text-ink-soft" />
      </Link>
    </li>
  )
}
