import { act, render, screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { useDisclosure } from './use-disclosure.ts'

/** A panel that is opened as soon as its button is there. */
function ImpatientReader() {
  const { isOpen, toggle, root, button } = useDisclosure()
  useLayoutEffect(() => button.current?.click(), [button])
  return (
    <div ref={root}>
      <button ref={button} type="button" aria-expanded={isOpen} onClick={toggle}>
        Menu
      </button>
    </div>
  )
}

it('stays open when pressed before the first effects have run, and closes on a navigation and stays closed on Back', async () => {
  const router = createMemoryRouter([{ path: '*', element: <ImpatientReader /> }])
  render(<RouterProvider router={router} />)
  const isOpen = () => screen.getByRole('button', { name: 'Menu' }).getAttribute('aria-expanded')
  expect(isOpen()).toBe('true')
  await act(() => router.navigate('/elsewhere'))
  expect(isOpen()).toBe('false')
  await act(() => router.navigate(-1))
  expect(isOpen()).toBe('false')
})
