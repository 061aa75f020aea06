import './styles/main.css'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { App } from './app/app.tsx'
import { routes } from './app/router.tsx'
import { store } from './app/store.ts'

// zod would otherwise try to compile its checks, which the content security policy refuses and reports. By the name
// zod itself shares its settings under, because its own function for this would bring zod to the landing page.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
const app = (
  <StrictMode>
    <App store={store} router={createBrowserRouter(routes)} />
  </StrictMode>
)
// The home page comes drawn already; every other one comes empty.
if (root.firstElementChild) startTransition(() => void hydrateRoot(root, app))
else createRoot(root).render(app)
