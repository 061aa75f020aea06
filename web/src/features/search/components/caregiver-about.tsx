import type { PublicCaregiver } from '@tendwell/contract/profiles'
import { BadgeCheck } from 'lucide-react'
import { PRODUCT_NAME } from '../../../lib/product.ts'
import { Panel } from '../../../ui/panel.tsx'
import { PillList } from '../../../ui/pill-list.tsx'

export function AboutMe({ caregiver }: { caregiver: PublicCaregiver }) {
  return (
    <Panel title="About me">
      <p className="text-17 whitespace-pre-line">
        {caregiver.description || `${caregiver.full_name} hasn’t written an introduction yet.`}
      </p>
    </Panel>
  )
}

/** Skills, and that the documents were checked. Only admins see the documents. */
export function Specialties({ caregiver }: { caregiver: PublicCaregiver }) {
  return (
    <Panel title="Specialties & Certificates">
      <PillList words={caregiver.skills} />
      <p className="mt-5 flex items-start gap-3 rounded-control bg-gold-soft px-4 py-3 text-gold-ink">
        <BadgeCheck className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
        {PRODUCT_NAME} checked this caregiver’s identity and documents before listing them.
      </p>
    </Panel>
  )
}
