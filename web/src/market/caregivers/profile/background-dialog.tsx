import type { BackgroundBadge } from '@tendwell/contract/background-checks/badge'
import { Check } from 'lucide-react'
import { formatDay } from '../../../lib/format/format.ts'
import { PRODUCT_NAME } from '../../../lib/product.ts'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

interface BackgroundDialogProps {
  name: string
  badge: BackgroundBadge
  onClose: () => void
}

/** What a background check covered, who did it and when, and what it doesn't mean. */
export function BackgroundDialog({ name, badge, onClose }: BackgroundDialogProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Background check"
      lead={`${name} agreed to a background check, and it was clear.`}
    >
      <section>
        <h3 className="font-sans font-semibold tracking-normal">What was checked</h3>
        <ul className="mt-2 flex flex-col gap-1.5">
          {badge.checked.map((one) => (
            <li key={one} className="flex items-start gap-2.5">
              <Check className="mt-1 size-4 shrink-0 text-forest" />
              {one}
            </li>
          ))}
        </ul>
      </section>
      <DescriptionList
        items={[
          { term: 'Checked by', value: badge.provider },
          { term: 'Completed on', value: formatDay(badge.completed_on) },
          { term: 'Valid until', value: formatDay(badge.valid_until) },
          ...(badge.reviewed_by_us ? [{ term: 'Result reviewed by', value: PRODUCT_NAME }] : []),
        ]}
      />
      <section className="rounded-control bg-sand px-4 py-3">
        <h3 className="font-sans font-semibold tracking-normal">What it doesn’t mean</h3>
        <p className="mt-1">
          A check covers records up to the day it was done. It can miss things, it says nothing about what
          comes later, and it’s no promise of good care. Meet first, ask for references, and trust your
          judgment.
        </p>
      </section>
    </Dialog>
  )
}
