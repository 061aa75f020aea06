import { toPublicName } from '@tendwell/contract/people/public-name'
import type { OwnReview } from '@tendwell/contract/reviews/reviews'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { reviewableBooking } from '../../../test/data.ts'
import { expectToast } from '../../../test/expect.ts'
import { family, sessionOf } from '../../../test/people.ts'
import { renderPage } from '../../../test/render.tsx'
import { answer, lastBody, listOf, sentWrites } from '../../../test/server.ts'
import { MyReviewsPage } from './my-reviews-page.tsx'

const review: OwnReview = {
  id: 9,
  booking_id: reviewableBooking.id,
  rating: 4,
  comment: 'Calm and kind.',
  caretaker_name: family.full_name,
  caretaker_avatar: null,
  created_at: '2026-06-01T11:00:00Z',
  caregiver_id: reviewableBooking.caregiver_id,
  caregiver_name: reviewableBooking.caregiver_name,
  caregiver_avatar: null,
  is_hidden: false,
  reply: null,
  is_refunded: false,
}
const waitingCall = 'get /api/reviews/caretakers/reviewable-bookings/'
const writtenCall = 'get /api/reviews/reviews/my_reviews/'

beforeEach(() => {
  answer(waitingCall, listOf([reviewableBooking]))
  answer(writtenCall, listOf([]))
})

function openReviews(route = '/my-reviews') {
  const page = renderPage(<MyReviewsPage />, { route, session: sessionOf(family) })
  return {
    ...page,
    openForm: async () => {
      await page.user.click(await screen.findByRole('button', { name: /^Write a review of Nora Lind/ }))
      await screen.findByRole('dialog', { name: 'How was Nora Lind?' })
    },
  }
}

it('says that there is nothing to review and that there are no reviews', async () => {
  answer(waitingCall, listOf([]))
  openReviews()
  expect(await screen.findByText('Nothing to review right now')).toBeInTheDocument()
  expect(await screen.findByText('No reviews yet')).toBeInTheDocument()
})

it('opens the review that a booking leads to, once', async () => {
  const { address, press } = openReviews(`/my-reviews?page=1&booking=${reviewableBooking.id}`)
  await screen.findByRole('dialog', { name: 'How was Nora Lind?' })
  expect(address()).toBe('/my-reviews?page=1')
  await press('Cancel')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

it('says before it is sent how the name will appear, and that a review of a refunded visit doesn’t count', async () => {
  const refunded =
    'This visit was refunded, so your review will say “Refunded” and won’t count in the average.'
  const { openForm, unmount } = openReviews()
  await openForm()
  expect(
    screen.getByText(`Your name will appear as “${toPublicName(family.full_name)}”, without your photo.`),
  ).toBeVisible()
  unmount()
  answer(waitingCall, listOf([{ ...reviewableBooking, is_refunded: true }]))
  answer(writtenCall, listOf([{ ...review, is_refunded: true }]))
  const again = openReviews()
  await again.openForm()
  expect(screen.getByText(new RegExp(refunded))).toBeVisible()
  expect(screen.getByText('Refunded · not counted in the average')).toBeInTheDocument()
})

it('requires a rating', async () => {
  const { openForm, fill, press } = openReviews()
  await openForm()
  await fill(/^Comment/, 'Calm and kind.')
  await press('Submit Review')
  await expectToast('Please select a rating')
  expect(screen.getByRole('radiogroup', { name: 'Rating' })).toHaveAccessibleDescription(
    /Please select a rating/,
  )
  expect(screen.getByLabelText(/^Comment/)).toHaveValue('Calm and kind.')
  expect(sentWrites()).toEqual([])
})

it('sends a review, which needs no comment, and lists it', async () => {
  const { openForm, user, press } = openReviews()
  await openForm()
  await user.click(screen.getByRole('radio', { name: '4 stars' }))
  answer('post /api/reviews/reviews/', review, 201)
  answer(waitingCall, listOf([]))
  answer(writtenCall, listOf([review]))
  await press('Submit Review')
  await expectToast('Review submitted')
  expect(lastBody()).toEqual({ booking_id: 30, rating: 4, comment: '' })
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  const written = within(await screen.findByRole('list', { name: 'Written reviews' }))
  expect(written.getByText('Calm and kind.')).toBeInTheDocument()
  expect(written.queryByText(/Refunded/)).not.toBeInTheDocument()
  expect(written.getByRole('link', { name: 'Nora Lind' })).toHaveAttribute('href', '/caregivers/2')
  expect(await screen.findByText('Nothing to review right now')).toBeInTheDocument()
})

it('is written with the keyboard alone', async () => {
  const { user } = openReviews()
  const opener = await screen.findByRole('button', { name: /^Write a review of Nora Lind/ })
  const tabTo = async (target: HTMLElement) => {
    for (let presses = 0; presses < 20 && document.activeElement !== target; presses += 1) await user.tab()
    await waitFor(() => expect(target).toHaveFocus())
  }
  await tabTo(opener)
  await user.keyboard('{Enter}')
  await screen.findByRole('dialog', { name: 'How was Nora Lind?' })
  await tabTo(screen.getByRole('button', { name: 'Submit Review' }))
  await user.keyboard('{Enter}')
  await expectToast('Please select a rating')
  await waitFor(() => expect(screen.getByRole('radio', { name: '1 star' })).toHaveFocus())
  await user.keyboard(' {ArrowRight}{ArrowRight}{ArrowRight}')
  expect(screen.getByRole('radio', { name: '4 stars' })).toBeChecked()
  await user.tab()
  await user.keyboard('Calm and kind.')
  expect(screen.getByText('14/2000')).toBeInTheDocument()
  await tabTo(screen.getByRole('button', { name: 'Submit Review' }))
  answer('post /api/reviews/reviews/', review, 201)
  await user.keyboard('{Enter}')
  await expectToast('Review submitted')
  expect(lastBody()).toEqual({ booking_id: 30, rating: 4, comment: 'Calm and kind.' })
})

it.each([
  [409, { detail: 'This booking is already reviewed', code: 'conflict' }, 'This booking is already reviewed'],
  [500, {}, 'Failed to submit review'],
])('shows why a review was refused (%i) and keeps it', async (status, body, message) => {
  const { openForm, user, fill, press } = openReviews()
  await openForm()
  await user.click(screen.getByRole('radio', { name: '4 stars' }))
  await fill(/^Comment/, 'Calm and kind.')
  answer('post /api/reviews/reviews/', body, status)
  await press('Submit Review')
  await expectToast(message)
  expect(screen.getByRole('radio', { name: '4 stars' })).toBeChecked()
  expect(screen.getByLabelText(/^Comment/)).toHaveValue('Calm and kind.')
})

it('asks before it discards what was typed', async () => {
  const { openForm, press, fill } = openReviews()
  await openForm()
  await press('Cancel')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await openForm()
  await fill(/^Comment/, 'Calm and kind')
  await press('Cancel')
  await press('Keep writing')
  expect(screen.getByLabelText(/^Comment/)).toHaveValue('Calm and kind')
  await press('Cancel')
  await press('Discard')
  await waitFor(() => expect(screen.queryByLabelText(/^Comment/)).not.toBeInTheDocument())
  expect(sentWrites()).toEqual([])
})

it('keeps a typed comment over a reload until the review is sent', async () => {
  const first = openReviews()
  await first.openForm()
  await first.fill(/^Comment/, 'Calm and kind.')
  first.unmount()

  const { openForm, user, press } = openReviews()
  await openForm()
  expect(screen.getByLabelText(/^Comment/)).toHaveValue('Calm and kind.')
  await user.click(screen.getByRole('radio', { name: '4 stars' }))
  answer('post /api/reviews/reviews/', review, 201)
  await press('Submit Review')
  await expectToast('Review submitted')
  expect(lastBody()).toEqual({ booking_id: 30, rating: 4, comment: 'Calm and kind.' })
  await openForm()
  expect(screen.getByLabelText(/^Comment/)).toHaveValue('')
})

it('shows five bookings to review and five reviews a page', async () => {
  answer(waitingCall, listOf([reviewableBooking], 6))
  answer(writtenCall, listOf([review], 6))
  openReviews()
  for (const name of ['Bookings to review: pages', 'Written reviews: pages']) {
    expect(await screen.findByRole('navigation', { name })).toHaveTextContent('Page 1 of 2')
  }
})

it.each([
  [waitingCall, 'Failed to load bookings'],
  [writtenCall, 'Failed to load reviews'],
] as const)('offers to retry after %s fails', async (call, title) => {
  answer(call, {}, 500)
  const { press } = openReviews()
  expect(await screen.findByText(title)).toBeInTheDocument()
  answer(call, listOf([]))
  await press('Retry')
  await waitFor(() => expect(screen.queryByText(title)).not.toBeInTheDocument())
})
