import type { CaretakerForCaregiver } from '@tendwell/contract/profiles/families'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { caregiver, family, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, lastBody } from '../../../../test/server.ts'
import { FamilyPage } from './family-page.tsx'

/** A family as its caregiver sees it before a booking is paid. */
const unpaid: CaretakerForCaregiver = {
  id: family.id,
  full_name: family.full_name,
  avatar: null,
  neighborhood: 'Cobble Hill',
  city: 'Brooklyn',
  country: 'United States',
  care_needs: ['Nanny'],
  languages: ['English'],
  notes: 'Two cats.',
  is_card_checked: false,
  has_paid_booking: false,
  can_message: true,
  children: [
    { age: 3, age_months: null, due_date: null },
    { age: 0, age_months: 8, due_date: null },
    { age: 0, age_months: null, due_date: '2099-03-04' },
    { age: 0, age_months: null, due_date: '2024-03-04' },
    { age: 0, age_months: null, due_date: null },
  ],
}
const path = '/caretakers/:caretakerId'

async function openFamily(caretaker: CaretakerForCaregiver) {
  answer('get /api/auth/caretakers/1/', caretaker)
  const page = renderPage(<FamilyPage />, {
    route: '/caretakers/1',
    path,
    session: sessionOf(caregiver),
  })
  await screen.findByRole('heading', { level: 1, name: 'Fay Hart' })
  return page
}

const children = () => within(screen.getByRole('region', { name: 'Children' }))

it('shows ages only, and no phone number, before a booking is paid', async () => {
  await openFamily(unpaid)
  const ages = children()
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
  expect(ages).toEqual(['3 years', '8 months', 'due March 4, 2099', 'due Mar 2024', 'under 1 year'])
  expect(
    screen.getByText(
      'You’ll see the phone number, the address and the children’s names once a booking is paid.',
    ),
  ).toBeInTheDocument()
  expect(screen.getByText('Two cats.')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Send Message' })).toHaveAttribute('href', '/chat?caretakerId=1')
})

it('shows the phone number and the children’s names once a booking is paid', async () => {
  await openFamily({
    ...unpaid,
    has_paid_booking: true,
    phone_number: '+1 212 555 0142',
    children: [{ name: 'Astrid', age: 3, age_months: null, due_date: null, notes: 'Naps at noon.' }],
  })
  expect(screen.getByRole('link', { name: '+1 212 555 0142' })).toHaveAttribute('href', 'tel:+12125550142')
  expect(children().getByText('Astrid')).toBeInTheDocument()
  expect(children().getByText('Naps at noon.')).toBeInTheDocument()
})

it('lets the caregiver report the family', async () => {
  const { press, choose } = await openFamily(unpaid)
  await press('Report this family')
  await screen.findByRole('dialog', { name: 'Report Fay Hart' })
  await choose('What’s wrong?', 'Harassment or insults')
  const receipt = { id: 4, kind: 'profile', created_at: '2026-06-01T11:00:00Z', blockable: null }
  answer('post /api/reports/', receipt, 201)
  await press('Send report')
  expect(await screen.findByRole('heading', { name: 'Thank you' })).toBeVisible()
  expect(lastBody()).toMatchObject({ kind: 'profile', reason: 'harassment' })
})

it('offers no message to a family that can’t be written to now', async () => {
  await openFamily({ ...unpaid, can_message: false })
  expect(screen.queryByRole('link', { name: 'Send Message' })).not.toBeInTheDocument()
})

it('says that there are no children and no notes', async () => {
  await openFamily({ ...unpaid, children: [], notes: '' })
  expect(screen.getByText('No children added yet')).toBeInTheDocument()
  expect(screen.getByText('Fay Hart hasn’t added anything about the family yet.')).toBeInTheDocument()
})

it('says that a family is not one of the caregiver’s, without a retry', async () => {
  answer('get /api/auth/caretakers/1/', { detail: 'Not found', code: 'not_found' }, 404)
  renderPage(<FamilyPage />, { route: '/caretakers/1', path, session: sessionOf(caregiver) })
  expect(await screen.findByText('Failed to load caretaker profile')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'View requests' })).toHaveAttribute('href', '/requests/incoming')
  expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Send Message' })).not.toBeInTheDocument()
})

it('offers to retry when the family fails to load', async () => {
  answer('get /api/auth/caretakers/1/', {}, 500)
  const { press } = renderPage(<FamilyPage />, {
    route: '/caretakers/1',
    path,
    session: sessionOf(caregiver),
  })
  expect(await screen.findByText('Failed to load caretaker profile')).toBeInTheDocument()
  answer('get /api/auth/caretakers/1/', unpaid)
  await press('Retry')
  expect(await screen.findByRole('heading', { level: 1, name: 'Fay Hart' })).toBeInTheDocument()
})

it('says that a card had the family’s name once it is so, and what that means', async () => {
  const { unmount } = await openFamily(unpaid)
  expect(screen.queryByText('Identity: card checked.')).not.toBeInTheDocument()
  unmount()
  await openFamily({ ...unpaid, is_card_checked: true })
  expect(screen.getByText('Identity: card checked.').parentElement).toHaveTextContent(
    'The name given with a card that paid on Tendwell matches this name. Banks don’t confirm that name, and we haven’t checked an ID.',
  )
})
