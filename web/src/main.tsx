import './styles/main.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { config as configureZod } from 'zod/v4/core'
import { App } from './app/app.tsx'

// zod would otherwise try to compile its checks, which the content security policy refuses and reports.
configureZod({ jitless: true })

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
