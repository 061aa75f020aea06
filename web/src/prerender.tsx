/** The build draws the home page by this, as a visitor sees it: see prerender in vite.config.ts. */
import { legacy_createStore } from '@reduxjs/toolkit'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter } from 'react-router'
import { App } from './app/app.tsx'
import { routes } from './app/router.tsx'
import { paths } from './lib/paths.ts'
import { nobody } from './lib/session.ts'

export function renderHome(): string {
  const store = legacy_createStore(() => ({ session: nobody }))
  const router = createMemoryRouter(routes, { initialEntries: [paths.home] })
  return renderToString(
    <StrictMode>
      <App store={store} router={router} />
    </StrictMode>,
  )
}
