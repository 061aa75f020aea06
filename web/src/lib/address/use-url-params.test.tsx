import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPage } from '../../../test/render.tsx'
import { useUrlFilters } from './use-url-filters.ts'

interface ChooserProps {
  name: 'tab' | 'q'
  values: string[]
}

/** Sets one of the URL's parameters. */
function Chooser({ name, values }: ChooserProps) {
  const { filters, change } = useUrlFilters((params) => ({ [name]: params.get(name) ?? '' }))
  return (
    <fieldset>
      {values.map((value) => (
        <button key={value} type="button" onClick={() => change({ [name]: value })}>
          {value}
        </button>
      ))}
      <output aria-label={name}>{filters[name]}</output>
    </fieldset>
  )
}

/** Presses buttons before the page that the first one leads to is rendered. */
const pressAtOnce = (...names: string[]) =>
  act(() => {
    for (const name of names) screen.getByRole('button', { name }).click()
  })

it('keeps changes that two parts of a screen make in quick succession', async () => {
  const { address } = renderPage(
    <>
      <Chooser name="tab" values={['caregivers', 'parents']} />
      <Chooser name="q" values={['rosa', 'tom']} />
    </>,
    { route: '/list?by=day&page=2' },
  )
  pressAtOnce('caregivers', 'rosa')
  await waitFor(() => expect(screen.getByLabelText('q')).toHaveTextContent('rosa'))
  expect(screen.getByLabelText('tab')).toHaveTextContent('caregivers')
  expect(address()).toBe('/list?by=day&tab=caregivers&q=rosa')
  pressAtOnce('tom', 'rosa', 'parents')
  await waitFor(() => expect(screen.getByLabelText('tab')).toHaveTextContent('parents'))
  expect(address()).toBe('/list?by=day&tab=parents&q=rosa')
})
