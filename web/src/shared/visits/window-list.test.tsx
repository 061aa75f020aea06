import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { WindowList } from './window-list.tsx'

/** Three hours from 9:00 in New York on Tuesdays of summer, from June 2 on. */
const tuesdays = (...weeks: number[]) =>
  weeks.map((week) => {
    const date = new Date(Date.UTC(2026, 5, 2 + 7 * week)).toISOString().slice(0, 10)
    return { start_utc: `${date}T13:00:00Z`, end_utc: `${date}T16:00:00Z` }
  })
const lines = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

it('lists a few windows one by one', () => {
  render(<WindowList windows={tuesdays(0, 1, 2)} zone="America/New_York" />)
  expect(lines()).toHaveLength(3)
})

it.each([
  ['with a week left out', tuesdays(0, 1, 3), 'Weekly, 3 times, Jun 2 to Jun 23, 2026, except Jun 16'],
  ['that aren’t weekly', tuesdays(0, 4, 9), null],
  ['that one line names already', tuesdays(0, 1, 2, 3), null],
])('names a series of a few windows where it is asked to: %s', (_, windows, name) => {
  render(<WindowList windows={windows} zone="America/New_York" namesSeries />)
  expect(screen.queryByText(/^Weekly/)?.textContent ?? null).toBe(name)
})

it('says many weekly windows in one line, with the weeks without one, beside the others', () => {
  const other = { start_utc: '2026-06-17T18:00:00Z', end_utc: '2026-06-17T21:00:00Z' }
  render(<WindowList windows={[...tuesdays(0, 1, 3, 4, 5, 6, 7), other]} zone="America/New_York" />)
  expect(lines()).toEqual([
    'Every Tuesday 9:00 AM – 12:00 PM7 times, Jun 2 to Jul 21, 2026, except Jun 16',
    expect.stringMatching(/^Wed, Jun 17.*2:00 PM – 5:00 PM$/),
  ])
})

it('lists weekly windows one by one on request', async () => {
  render(<WindowList windows={tuesdays(0, 1, 2, 3)} zone="America/New_York" listsAll />)
  expect(screen.getByText(/^Every Tuesday/)).toBeVisible()
  expect(screen.getByText('Tue, Jun 9')).not.toBeVisible()
  await userEvent.click(screen.getByText('Show all 4 visits'))
  expect(screen.getByText('Tue, Jun 9')).toBeVisible()
})

it('names the weekday and hours of the request’s zone', () => {
  render(<WindowList windows={tuesdays(0, 1, 2, 3)} zone="Pacific/Auckland" />)
  expect(lines()).toEqual([
    'Every Tuesday 9:00 AM – 12:00 PM4 times, Jun 2 to Jun 23, 2026Wednesdays 1:00 AM – 4:00 AM (Auckland time)',
  ])
})

it('counts the windows of the lines that are folded', () => {
  const mornings = [0, 1, 2, 3].flatMap((day) =>
    tuesdays(0, 1, 2).map(({ start_utc, end_utc }) => ({
      start_utc: new Date(Date.parse(start_utc) + day * 86_400_000).toISOString(),
      end_utc: new Date(Date.parse(end_utc) + day * 86_400_000).toISOString(),
    })),
  )
  render(<WindowList windows={mornings} zone="America/New_York" />)
  expect(screen.getByText('and 3 more')).toBeInTheDocument()
  expect(lines().map((line) => line?.split(' ')[1])).toEqual(['Tuesday', 'Wednesday', 'Thursday', 'Friday'])
})
