import type { OwnReference } from '@tendwell/contract/profiles/references'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { expectFieldError, expectToast } from '../../../../test/expect.ts'
import { caregiver, sessionOf } from '../../../../test/people.ts'
import { references } from '../../../../test/references.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, lastBody, sentWrites } from '../../../../test/server.ts'
import { ReferencesPanel } from './references-panel.tsx'

const own = 'get /api/auth/caregiver/references/'

async function openReferences(...rows: OwnReference[]) {
  answer(own, { references: rows })
  const page = renderPage(<ReferencesPanel />, { session: sessionOf(caregiver) })
  await screen.findByRole('list', { name: 'References' })
  return page
}

it('adds a referee, who is asked by email', async () => {
  const { fill, press, choose } = await openReferences(references.confirmed)
  await press('Add a reference')
  await press('Send email')
  await expectFieldError('Name', 'Name is required')
  expect(sentWrites()).toEqual([])
  await fill('Name', 'Ida Berg')
  await fill('Email', 'ida@example.test')
  await choose('How you know each other', 'Family I worked for')
  await fill('For how many years', '2')
  answer('post /api/auth/caregiver/references/', { ...references.asked, name: 'Ida Berg' }, 201)
  await press('Send email')
  await expectToast('We asked Ida Berg by email')
  expect(lastBody()).toEqual({ name: 'Ida Berg', email: 'ida@example.test', relation: 'family', years: 2 })
})

it('asks again only those who may be mailed, and offers no fourth', async () => {
  const { asked, confirmed, notConfirmed } = references
  const { press } = await openReferences(asked, confirmed, notConfirmed)
  const rows = screen.getAllByRole('listitem')
  const texts = [
    ['Asked', /You can ask again from/],
    ['Confirmed', 'Family I worked for · 3 years'],
    ['Not confirmed', 'Colleague · Less than a year'],
  ] as const
  for (const [index, words] of texts.entries()) {
    for (const word of words) expect(within(rows[index] as HTMLElement).getByText(word)).toBeInTheDocument()
  }
  expect(screen.getAllByRole('button', { name: /^Ask .* again$/ })).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Add a reference' })).not.toBeInTheDocument()
  answer(`post /api/auth/caregiver/references/${notConfirmed.id}/ask/`, { ...notConfirmed, state: 'asked' })
  await press(`Ask ${notConfirmed.name} again`)
  await expectToast(`We asked ${notConfirmed.name} again`)
})

it('removes a reference after asking', async () => {
  const { press } = await openReferences(references.confirmed)
  await press('Remove Rosa Smith')
  expect(screen.getByText(/no longer counts on your page/)).toBeInTheDocument()
  answer(`delete /api/auth/caregiver/references/${references.confirmed.id}/`, {})
  await press('Remove reference')
  await expectToast('Reference removed')
})
