import { formatAddress } from '@tendwell/contract/bookings/visit-text'
import { nameChild } from '@tendwell/contract/profiles/child-name'
import type { CaretakerForCaregiver } from '@tendwell/contract/profiles/families'
import type { ReactNode } from 'react'
import { CardChecked } from '../../../shared/people/card-checked.tsx'
import { formatAge } from '../../../shared/people/child-age.ts'
import { PersonFacts } from '../../../shared/people/person-facts.tsx'
import { PhoneLink } from '../../../shared/people/phone-link.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { PillList } from '../../../ui/pill-list.tsx'

/** A family's profile for a caregiver who has had contact with them. */
export function FamilySheet({ caretaker, action }: { caretaker: CaretakerForCaregiver; action?: ReactNode }) {
  return (
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <div className="lg:sticky lg:top-6">
        <Portrait caretaker={caretaker} />
        {action && <div className="mt-3 flex justify-center">{action}</div>}
      </div>
      <div className="flex min-w-0 flex-col gap-6">
        <Panel title="About the family">
          <p className="text-17 whitespace-pre-line wrap-anywhere">
            {caretaker.notes || `${caretaker.full_name} hasn’t added anything about the family yet.`}
          </p>
        </Panel>
        <Children caretaker={caretaker} />
        {caretaker.care_needs.length > 0 && (
          <Panel title="Care needs">
            <PillList words={caretaker.care_needs} />
          </Panel>
        )}
      </div>
    </div>
  )
}

function Portrait({ caretaker }: { caretaker: CaretakerForCaregiver }) {
  const phone = caretaker.phone_number
  return (
    <Card className="flex flex-col items-center p-6 text-center sm:p-8">
      <Avatar name={caretaker.full_name} src={caretaker.avatar} size="portrait" />
      <h1 className="mt-5 text-28 wrap-anywhere">{caretaker.full_name}</h1>
      <PersonFacts place={formatAddress(caretaker)} languages={caretaker.languages} />
      {caretaker.is_card_checked && <CardChecked className="mt-5" />}
      <div className="mt-5 w-full border-t border-line pt-5">
        {phone ? (
          <PhoneLink phone={phone} />
        ) : (
          <p className="text-13 text-ink-soft">
            {caretaker.has_paid_booking
              ? 'A phone number is here until a day after the last visit, if the family gave one.'
              : 'You’ll see the phone number, the address and the children’s names once a booking is paid.'}
          </p>
        )}
      </div>
    </Card>
  )
}

function Children({ caretaker: { children } }: { caretaker: CaretakerForCaregiver }) {
  return (
    <Panel title="Children">
      {children.length === 0 ? (
        <EmptyState title="No children added yet" />
      ) : (
        <ul className="divide-y divide-line">
          {children.map(({ name, notes, ...age }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: before a payment the children have no ids
            <li key={index} className="py-4 first:pt-0 last:pb-0">
              <p className="flex flex-wrap items-baseline gap-x-3">
                {name && <span className="font-semibold wrap-anywhere">{nameChild({ name, ...age })}</span>}
                <span
                  className={name ? 'text-ink-soft' : 'font-semibold inline-block first-letter:uppercase'}
                >
                  {formatAge(age)}
                </span>
              </p>
              {notes && <p className="mt-1 text-ink-soft wrap-anywhere">{notes}</p>}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
