import type { PersonRecord, ShownContact } from '@tendwell/contract/console/people'
import { useState } from 'react'
import { DescriptionList } from '../../ui/description-list.tsx'
import { useShowContactMutation } from '../common/records/records-api.ts'
import { ShowPanel } from '../common/records/show-panel.tsx'

/** What the server sends in place of a line of an address. */
const MASK = '•••'

const or = (text: string) => text || 'Not given'

/** How to reach a person and where a family lives: masked until staff say why they need it. */
export function ContactPanel({ person }: { person: PersonRecord }) {
  const [shown, setShown] = useState<ShownContact | null>(null)
  const [show] = useShowContactMutation()
  const { phone_number: phone, family } = shown ?? person
  return (
    <ShowPanel
      title="Contact"
      label="Show"
      question={`Show the contact details of ${person.full_name}?`}
      show={async (reason) => setShown(await show({ id: person.id, reason }).unwrap())}
      isShown={shown !== null}
    >
      <DescriptionList
        items={[
          { term: 'Email', value: shown ? <MailLink email={shown.email} /> : person.email },
          ...(phone === null ? [] : [{ term: 'Phone', value: or(phone) }]),
          ...(family ? [{ term: 'Address', value: or(toAddress(family)) }] : []),
        ]}
      />
    </ShowPanel>
  )
}

function MailLink({ email }: { email: string }) {
  return (
    <a href={`mailto:${email}`} className="text-link wrap-anywhere">
      {email}
    </a>
  )
}

function toAddress(family: NonNullable<ShownContact['family']>): string {
  const { street, apartment, postal_code: code, city, country } = family
  const place = [city, country].filter(Boolean).join(', ')
  if ([street, apartment, code].includes(MASK)) return place ? `Hidden (${place})` : 'Hidden'
  const parts = [street, apartment, [code, city].filter(Boolean).join(' '), country]
  return parts.filter(Boolean).join(', ')
}
