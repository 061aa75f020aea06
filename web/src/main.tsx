import './styles/main.css'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { App } from './app/app.tsx'
import { routes } from './app/router.tsx'
import { store } from './app/store.ts'
import { whenReady } from './app/when-ready.ts'
import { nobody } from './lib/session.ts'

// zod would otherwise try to compile its checks, which the content security policy refuses and reports. By the name
// zod itself shares its settings under, because its own function for this would bring zod to the landing page.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

const router = createBrowserRouter(routes)
const app = () => (
  <StrictMode>
    <App store={store} drawnFor={{ ...store.getState(), session: nobody }} router={router} />
  </StrictMode>
)

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
// Some pages come drawn already; every other one comes empty.
if (root.firstElementChild) takeOver(root)
else createRoot(root).render(app())

async function takeOver(drawn: Element) {
  await whenReady(router)
  startTransition(() => void hydrateRoot(drawn, app()))
}
