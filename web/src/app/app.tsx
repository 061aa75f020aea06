import { type ReactNode, useEffect } from 'react'
import { Provider, useDispatch } from 'react-redux'
import { useIsSessionChanging, useSession } from '../lib/session/session.ts'
import { api } from '../lib/transport/api-base.ts'
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
  return (
    <Provider store={store} serverState={serverState}>
      <SignedInMark />
      {serverState && <RefetchForUser />}
      <LocaleProvider>
        {children}
        <ProofPrompt />
      </LocaleProvider>
      <Toaster />
    </Provider>
  )
}

/** The server renders a page for a visitor. Fetches again what differs for someone who is logged in. */
function RefetchForUser() {
  const { isLoggedIn } = useSession()
  const dispatch = useDispatch()
  useEffect(() => {
    if (isLoggedIn) dispatch(api.util.invalidateTags(['Caregivers']))
  }, [isLoggedIn, dispatch])
  return null
}

/** Removes the mark of a signed-in user once the screens know who it is: see the script in index.html. */
function SignedInMark() {
  const isChanging = useIsSessionChanging()
  useEffect(() => {
    if (!isChanging) delete document.documentElement.dataset.signedIn
  }, [isChanging])
  return null
}
