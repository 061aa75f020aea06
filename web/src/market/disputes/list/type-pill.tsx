import type { DisputeType } from '@tendwell/contract/safety/dispute-types'
import {
  CalendarClock,
  CircleHelp,
  CreditCard,
  type LucideIcon,
  MessagesSquare,
  Sparkles,
} from 'lucide-react'
import { typeLabel } from '../../../shared/disputes/type-label.ts'

const icons: Record<DisputeType, LucideIcon> = {
  payment: CreditCard,
  service_quality: Sparkles,
  communication: MessagesSquare,
  schedule: CalendarClock,
  other: CircleHelp,
}

export function TypePill({ type }: { type: DisputeType }) {
  const Icon = icons[type]
  return (
    <span className="inline-flex items-center gap-1.5 rounded-full border border-line px-3 py-1 text-13 font-semibold whitespace-nowrap text-ink-soft">
      <Icon className="size-3.5 shrink-0" />
      {typeLabel(type)}
    </span>
  )
}
