import { act, render } from '@testing-library/react'
import { useSyncExternalStore } from 'react'
import { createMemoryRouter, useLocation } from 'react-router'
import { expect, it } from 'vitest'
import { Screens } from './screens.tsx'

it('never shows data that came after a navigation at the address before it', async () => {
  const listeners = new Set<() => void>()
  let answers = 0
  const receive = () => {
    answers += 1
    for (const listener of listeners) listener()
  }
  const watch = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const shown: string[] = []
  function Screen() {
    const seen = useSyncExternalStore(watch, () => answers)
    shown.push(`${useLocation().pathname} with ${seen}`)
    return null
  }
  const router = createMemoryRouter([{ path: '*', element: <Screen /> }], { initialEntries: ['/book'] })
  render(<Screens router={router} />)
  await act(async () => {
    await router.navigate('/requests')
    receive()
  })
  expect(shown).toContain('/requests with 1')
  expect(shown).not.toContain('/book with 1')
})
