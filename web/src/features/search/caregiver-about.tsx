import type { PublicCaregiver } from '@tendwell/contract/profiles'
import { BadgeCheck } from 'lucide-react'
import { PRODUCT_NAME } from '../../lib/product.ts'
import { Panel } from '../../ui/panel.tsx'

export function AboutMe({ caregiver }: { caregiver: PublicCaregiver }) {
  return (
    <Panel title="About me">
      <p className="text-17 whitespace-pre-line">
        {caregiver.description || `${caregiver.full_name} has not written an introduction yet.`}
      </p>
    </Panel>
  )
}

/** Skills, and that the papers were checked. The papers themselves are shown to nobody but admins. */
export function Specialties({ caregiver }: { caregiver: PublicCaregiver }) {
  return (
    <Panel title="Specialties & Certificates">
      <ul className="flex flex-wrap gap-2">
        {caregiver.skills.map((skill) => (
          <li key={skill} className="rounded-full bg-sand px-4 py-1.5 text-13 font-medium">
            {skill}
          </li>
        ))}
      </ul>
      <p className="mt-5 flex items-start gap-3 rounded-control bg-gold-soft px-4 py-3 text-gold-ink">
        <BadgeCheck className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
        Identity and documents were checked by {PRODUCT_NAME} before the profile was listed.
      </p>
    </Panel>
  )
}
