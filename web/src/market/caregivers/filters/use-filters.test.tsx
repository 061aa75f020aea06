import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPage } from '../../../../test/render.tsx'
import { useFilters } from './use-filters.ts'

function Filters() {
  const { filters, change } = useFilters()
  return (
    <>
      <button type="button" onClick={() => change({ city: 'Ghent' })}>
        Ghent
      </button>
      <button type="button" onClick={() => change({ skills: ['Doula'] })}>
        Doula
      </button>
      <output>{[filters.city, ...filters.skills].join()}</output>
    </>
  )
}

/** Presses buttons before the page that the first one leads to is rendered. */
const pressAtOnce = (...names: string[]) =>
  act(() => {
    for (const name of names) screen.getByRole('button', { name }).click()
  })

it('keeps filters of a search that are chosen in quick succession, and none that Back has removed', async () => {
  const { address, goBack } = renderPage(<Filters />, { route: '/caregivers?q=rosa&page=2' })
  pressAtOnce('Ghent', 'Doula')
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Ghent,Doula'))
  expect(address()).toBe('/caregivers?q=rosa&city=Ghent&skills=Doula')
  await act(() => goBack())
  await act(() => goBack())
  await waitFor(() => expect(screen.getByRole('status')).toBeEmptyDOMElement())
  pressAtOnce('Doula')
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Doula'))
  expect(address()).toBe('/caregivers?q=rosa&skills=Doula')
})
