import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPage } from '../../../../test/render.tsx'
import { DayFields } from './day-fields.tsx'
import { useFilters } from './use-filters.ts'

function Fields() {
  const { filters, change } = useFilters()
  return <DayFields availableOn={filters.availableOn} hours={filters.hours} onChange={change} />
}

it('shows an error for a past day and does not search for it', async () => {
  const { user, address } = renderPage(<Fields />, { route: '/caregivers' })
  const day = screen.getByLabelText('Available on')
  await user.type(day, '2020-01-15')
  await user.tab()
  expect(day).toHaveAccessibleDescription('Choose today or a later date')
  expect(day).toHaveValue('2020-01-15')
  expect(screen.queryByText(/^In your time/)).not.toBeInTheDocument()
  expect(address()).toBe('/caregivers')
  await user.clear(day)
  await user.tab()
  expect(day).toHaveAccessibleDescription(/^In your time/)
})
