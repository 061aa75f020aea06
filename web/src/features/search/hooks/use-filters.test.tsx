import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPage } from '../../../../test/render.tsx'
import { useFilters } from './use-filters.ts'

function Filters() {
  const { filters, change } = useFilters()
  const changeTwice = () => {
    change({ city: 'Ghent' })
    change({ skills: ['Doula'] })
  }
  return (
    <>
      <button type="button" onClick={changeTwice}>
        Change two filters
      </button>
      <output>{`${filters.city} ${filters.skills}`}</output>
    </>
  )
}

it('keeps the first of two changes in quick succession', async () => {
  const { user, address } = renderPage(<Filters />, { route: '/caregivers?q=rosa&page=2' })
  await user.click(screen.getByRole('button'))
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Ghent Doula'))
  const params = new URLSearchParams(address().split('?')[1])
  expect(params.get('q')).toBe('rosa')
  expect(params.has('page')).toBe(false)
})
