import { type ReactNode, useEffect } from 'react'
import { Provider } from 'react-redux'
import { LocaleProvider } from '../ui/locale-provider.tsx'
import { Toaster } from '../ui/toaster.tsx'
import { ProofPrompt } from './proof-prompt.tsx'
import type { AppStore, RootState } from './store.ts'

interface AppProps {
  store: AppStore
  /** The state that the server rendered the page with. The browser's first render has to match it. */
  serverState?: RootState | undefined
  /** The router. */
  children: ReactNode
}

export function App({ store, serverState, children }: AppProps) {
  // The screens now know who is signed in: see the script in index.html.
  useEffect(() => {
    delete document.documentElement.dataset.signedIn
  }, [])
  return (
    <Provider store={store} serverState={serverState}>
      <LocaleProvider>
        {children}
        <ProofPrompt />
      </LocaleProvider>
      <Toaster />
    </Provider>
  )
}
