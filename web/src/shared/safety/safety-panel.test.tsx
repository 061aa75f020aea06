import type { Booking } from '@tendwell/contract/bookings/bookings'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { booking } from '../../../test/data.ts'
import { caregiver, family, sessionOf } from '../../../test/people.ts'
import { renderPage } from '../../../test/render.tsx'
import { answer, lastBody } from '../../../test/server.ts'
import { OPEN_SAFETY_REPORT, SafetyPanel } from './safety-panel.tsx'

const underWay = booking.windows.map((window) => ({ ...window, state: 'in_progress' as const }))

function openPanel(changes: Partial<Booking> = {}) {
  const panel = <SafetyPanel booking={{ ...booking, ...changes }} name={caregiver.full_name} />
  return renderPage(panel, { route: '/bookings/12', session: sessionOf(family) })
}

async function openDialog(changes: Partial<Booking> = {}) {
  const page = openPanel(changes)
  await page.press('Something is wrong')
  return { ...page, dialog: within(await screen.findByRole('dialog', { name: 'Something is wrong' })) }
}

it.each([
  ['Canada', ['Call 911 tel:911']],
  ['Pakistan', ['Call 15 (police) tel:15', 'Call 1122 (ambulance and fire) tel:1122']],
])('offers to call the numbers of %s', (country, calls) => {
  openPanel({ safety: { country } })
  expect(screen.getByText('In an emergency, call your local emergency number first.')).toBeVisible()
  const links = within(screen.getByRole('list', { name: `Emergency numbers in ${country}` })).getAllByRole(
    'link',
  )
  expect(links.map((link) => `${link.textContent} ${link.getAttribute('href')}`)).toEqual(calls)
})

it('opens the report at once for a link from a dispute', async () => {
  const panel = <SafetyPanel booking={booking} name={caregiver.full_name} />
  renderPage(panel, {
    route: '/bookings/12',
    state: OPEN_SAFETY_REPORT,
    session: sessionOf(family),
  })
  expect(await screen.findByRole('dialog', { name: 'Something is wrong' })).toBeVisible()
})

it.each(['', 'Saudi Arabia'])('names no number where none is certain: %j', (country) => {
  openPanel({ safety: { country } })
  expect(screen.getByText('In an emergency, call your local emergency number first.')).toBeVisible()
  expect(screen.queryByRole('link')).not.toBeInTheDocument()
})

it('shows nothing once it is too late for a report', () => {
  openPanel({ safety: null })
  expect(screen.queryByRole('region', { name: 'Safety' })).not.toBeInTheDocument()
})

it('sends what is wrong, confirms it, and offers to block the other person', async () => {
  const { dialog, press, user } = await openDialog()
  expect(dialog.getByText(/^We are not an emergency service/)).toBeVisible()
  expect(dialog.queryByRole('link')).not.toBeInTheDocument()
  await press('Send report')
  expect(await dialog.findByText('Please choose what is wrong')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: /What happened\?/ }))
  await user.click(await screen.findByRole('option', { name: 'Someone is drunk or on drugs' }))
  await user.type(screen.getByRole('textbox', { name: /What should we know/ }), 'Since noon')
  const { id, full_name } = caregiver
  const created_at = '2026-06-01T12:00:00Z'
  answer('post /api/reports/', { id: 4, kind: 'booking', created_at, blockable: { id, full_name } }, 201)
  await press('Send report')
  expect(await screen.findByRole('heading', { name: 'Thank you' })).toBeVisible()
  expect(lastBody()).toEqual({
    kind: 'booking',
    id: 12,
    reason: 'safety',
    concern: 'intoxicated',
    text: 'Since noon',
  })
  expect(screen.getByRole('button', { name: `Block ${full_name}` })).toBeVisible()
})

it('offers the emergency call first during a visit', async () => {
  const { dialog } = await openDialog({ windows: underWay })
  const call = dialog.getByRole('link', { name: 'Call 911' })
  const field = dialog.getByRole('button', { name: /What happened\?/ })
  expect(call.compareDocumentPosition(field)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

it('says why a report was not sent, and keeps it', async () => {
  const { dialog, press, user } = await openDialog()
  await user.click(dialog.getByRole('button', { name: /What happened\?/ }))
  await user.click(await screen.findByRole('option', { name: 'Something else' }))
  answer(
    'post /api/reports/',
    { detail: 'You’ve sent 20 reports in one day', code: 'too_many_requests' },
    429,
  )
  await press('Send report')
  expect(await screen.findByText('You’ve sent 20 reports in one day')).toBeVisible()
  expect(screen.getByRole('button', { name: /Something else/ })).toBeVisible()
})
