import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderPage } from '../../../../test/render.tsx'
import { answer } from '../../../../test/server.ts'
import { HeroSearch } from './hero-search.tsx'

it('opens the search near a place and on a day, and begins with the place the next time', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-02T12:00:00Z') })
  const brooklyn = { id: 5110302, name: 'Brooklyn', region: 'New York', country: 'United States' }
  answer('get /api/places/', { results: [brooklyn] })
  const { user, press, address, unmount } = renderPage(<HeroSearch />)
  await user.click(screen.getByLabelText('Near'))
  await screen.findByRole('combobox', { name: 'Near' })
  await user.paste('brook')
  await user.click(await screen.findByRole('option', { name: /Brooklyn/ }))
  fireEvent.change(screen.getByLabelText('On'), { target: { value: '2026-03-05' } })
  await press('Search')
  const found = '/caregivers?near=5110302&within_km=25'
  expect(address()).toBe(`${found}&available_on=2026-03-05`)
  unmount()
  const again = renderPage(<HeroSearch />)
  expect(screen.getByLabelText('Near')).toHaveValue('Brooklyn')
  await again.press('Search')
  expect(again.address()).toBe(found)
})

it('searches for a city as it is typed where none is chosen, and remembers none', async () => {
  const { user, press, address } = renderPage(<HeroSearch />)
  await user.click(screen.getByLabelText('Near'))
  await user.paste('A village')
  await press('Search')
  expect(address()).toBe('/caregivers?city=A+village')
  expect(localStorage.getItem('tendwell.place')).toBeNull()
})
