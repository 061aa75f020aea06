import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { expectToast } from '../../../../test/expect.ts'
import { calendarFeed } from '../../../../test/lists.ts'
import { family, sessionOf } from '../../../../test/people.ts'
import { renderPage } from '../../../../test/render.tsx'
import { answer, sentWrites } from '../../../../test/server.ts'
import { FeedPanel } from './feed-panel.tsx'

const call = 'get /api/calendars/feed'
const renew = 'post /api/calendars/feed/renew'
const newUrl = calendarFeed.url.replace('pV3n', 'qW4m')

beforeEach(() => answer(call, calendarFeed))

async function openFeed(hasTimeOff = false) {
  const page = renderPage(<FeedPanel hasTimeOff={hasTimeOff} />, { session: sessionOf(family) })
  await page.press('Show address')
  const address = await screen.findByLabelText('Your private address')
  const confirm = async () => {
    await page.press('Get a new address')
    const dialog = within(screen.getByRole('alertdialog'))
    expect(dialog.getByText(/^The old one stops working right away\./)).toBeInTheDocument()
    await page.user.click(dialog.getByRole('button', { name: 'Get a new address' }))
  }
  return { ...page, address, confirm }
}

it('shows the private address and copies it', async () => {
  const { address, press } = await openFeed()
  expect(address).toHaveValue(calendarFeed.url)
  expect(address).toHaveAttribute('readonly')
  await press('Copy address')
  await expectToast('Address copied')
  expect(await navigator.clipboard.readText()).toBe(calendarFeed.url)
})

it('asks for the address only when it is wanted, because that takes a recent proof', async () => {
  renderPage(<FeedPanel hasTimeOff={false} />, { session: sessionOf(family) })
  expect(screen.getByRole('button', { name: 'Show address' })).toBeInTheDocument()
  expect(screen.queryByLabelText('Your private address')).not.toBeInTheDocument()
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
})

it('takes the focus from a link to it', async () => {
  renderPage(<FeedPanel hasTimeOff={false} />, { route: '/account#calendar', session: sessionOf(family) })
  await waitFor(() => expect(screen.getByRole('region', { name: 'Calendar' })).toHaveFocus())
})

it('mentions time off to caregivers', async () => {
  await openFeed(true)
  expect(screen.getByText(/^See your bookings and time off in/)).toBeInTheDocument()
})

it('replaces the address after a confirmation', async () => {
  answer(renew, { url: newUrl })
  const { address, confirm, press } = await openFeed()
  await press('Get a new address')
  await press('Cancel')
  expect(sentWrites()).toEqual([])
  await confirm()
  await expectToast('You have a new calendar address')
  await waitFor(() => expect(address).toHaveValue(newUrl))
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
})

it('keeps the address when the server can’t renew it', async () => {
  answer(renew, {}, 500)
  const { address, confirm } = await openFeed()
  await confirm()
  await expectToast('Failed to get a new address')
  expect(address).toHaveValue(calendarFeed.url)
  expect(screen.getByRole('alertdialog')).toBeInTheDocument()
})

it('offers to retry', async () => {
  answer(call, {}, 500)
  const { press } = renderPage(<FeedPanel hasTimeOff={false} />, { session: sessionOf(family) })
  await press('Show address')
  expect(await screen.findByText('Failed to load your calendar address')).toBeInTheDocument()
  answer(call, calendarFeed)
  await press('Retry')
  expect(await screen.findByLabelText('Your private address')).toHaveValue(calendarFeed.url)
})
