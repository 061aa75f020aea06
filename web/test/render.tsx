import { setupListeners } from '@reduxjs/toolkit/query'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { Provider } from 'react-redux'
import { createMemoryRouter } from 'react-router'
import { expect, onTestFinished } from 'vitest'
import { MainContent } from '../src/app/layouts/main-content.tsx'
import { ProofPrompt } from '../src/app/proof-prompt.tsx'
import { Screens } from '../src/app/screens.tsx'
import { createStore } from '../src/app/store.ts'
import { loggedOutSession, type SessionState, writeSession } from '../src/lib/session/session.ts'
import { Toaster } from '../src/ui/toaster.tsx'

interface PageOptions {
  /** Where the page is opened: `/checkout/12?again=yes`. */
  route?: string
  /**
   * The route's pattern, for pages that read parameters: `/checkout/:requestId`. By default the route's path.
   */
  path?: string
  session?: SessionState
  /** The router's state, as a link would pass it on. */
  state?: unknown
  /** Resolves when the other addresses have loaded their code; immediately by default. */
  loadOthers?: () => Promise<void>
}

/** Renders a page with a store, a router and the toasts. Every other address shows nothing. */
export function renderPage(page: ReactElement, options: PageOptions = {}) {
  const {
    route = '/',
    path = route.replace(/[?#].*/, ''),
    session = loggedOutSession,
    state,
    loadOthers,
  } = options
  writeSession(session)
  const store = createStore({ session })
  onTestFinished(setupListeners(store.dispatch))
  const { pathname, search, hash } = new URL(route, 'http://app.test')
  const router = createMemoryRouter(
    [
      {
        element: <WithMessages />,
        children: [
          { path, element: page },
          { path: '*', element: null, ...(loadOthers && { loader: () => loadOthers().then(() => null) }) },
        ],
      },
    ],
    { initialEntries: [{ pathname, search, hash, state }] },
  )
  const view = render(
    <Provider store={store}>
      <Screens router={router} />
    </Provider>,
  )
  // No screen depends on the pointer that hovers before it presses, but each button is rendered again for it.
  const user = userEvent.setup({ delay: null, applyAccept: false, skipHover: true })
  return {
    ...view,
    store,
    user,
    /** Replaces a field's text. Pastes it, because typing each letter takes much longer. */
    fill: async (label: string | RegExp, text: string) => {
      await user.clear(screen.getByLabelText(label))
      if (text) await user.paste(text)
    },
    press: async (name: string | RegExp) => user.click(await findReadyButton(name)),
    /** Chooses an option of a select. */
    choose: async (label: string, option: string) => {
      await user.click(screen.getByRole('button', { name: new RegExp(label) }))
      await user.click(screen.getByRole('option', { name: option }))
    },
    /** Chooses files as the dialog of this button does; it may offer others than the button accepts. */
    chooseFiles: async (button: string | RegExp, ...files: File[]) => {
      const chooser = (await findReadyButton(button)).parentElement?.querySelector('[type=file]')
      if (!(chooser instanceof HTMLInputElement)) throw new Error(`${button} opens no file dialog`)
      await user.upload(chooser, files)
    },
    /** Path and query of the address. */
    address: () => router.state.location.pathname + router.state.location.search,
    goTo: (to: string) => router.navigate(to),
    goBack: () => router.navigate(-1),
    /** Simulates returning to the tab, which loads again what it shows. */
    returnToTab: () => act(() => window.dispatchEvent(new Event('focus'))),
  }
}

function WithMessages() {
  return (
    <>
      <MainContent />
      <Toaster />
      <ProofPrompt />
    </>
  )
}

/** Finds a button that isn't busy. The error of its last call may be on the screen a moment before that. */
const findReadyButton = (name: string | RegExp) =>
  waitFor(() => {
    const button = screen.getByRole('button', { name })
    expect(button).not.toHaveAttribute('aria-busy')
    return button
  })
