import '../src/styles/main.css'
import type { Decorator, Preview } from '@storybook/react-vite'
import { delay, http } from 'msw'
import { setupWorker } from 'msw/browser'
import { createMemoryRouter } from 'react-router'
import { App } from '../src/app/app.tsx'
import { Screens } from '../src/app/screens.tsx'
import { createStore } from '../src/app/store.ts'
import { loggedOutSession } from '../src/lib/session/session.ts'
import { listOf, monday } from '../test/data.ts'
import { handle, quietSockets } from '../test/handlers.ts'
import { applyTheme } from './theme.ts'

// The day of the example data, so that a story looks the same every day.
Date.now = () => monday

/** The fake server of the stories. Calls that a story doesn't answer stay open, as while loading. */
const worker = setupWorker()
const always = [
  quietSockets,
  handle('get /api/requests/meetings/', listOf([])),
  http.all('/api/*', () => delay('infinite')),
]

/** Shows each story as the app shows a page, with a store and a router of its own. */
const inApp: Decorator = (Story, { parameters, globals }) => {
  applyTheme(globals.theme)
  const { session = loggedOutSession, route = '/' } = parameters
  const router = createMemoryRouter([{ path: '*', element: <Story /> }], { initialEntries: [route] })
  return (
    <App store={createStore({ session })}>
      <Screens router={router} />
    </App>
  )
}

const preview: Preview = {
  decorators: [inApp],
  beforeAll: () => worker.start({ quiet: true, onUnhandledRequest: 'bypass' }).then(() => {}),
  beforeEach: ({ parameters }) => worker.resetHandlers(...(parameters.handlers ?? []), ...always),
  globalTypes: {
    theme: {
      toolbar: { title: 'Theme', icon: 'contrast', items: ['system', 'light', 'dark'], dynamicTitle: true },
    },
  },
  initialGlobals: { theme: 'system' },
}

export default preview
