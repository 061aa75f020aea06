import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Provider } from 'react-redux'
import { RouterProvider } from 'react-router/dom'
import { Toaster } from '../ui/toaster.tsx'
import { router } from './router.tsx'
import { store } from './store.ts'

export function App() {
  return (
    <Provider store={store}>
      <I18nProvider locale="en-US">
        <RouterProvider router={router} />
        <Toaster />
      </I18nProvider>
    </Provider>
  )
}
