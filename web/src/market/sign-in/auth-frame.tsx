import type { ReactNode } from 'react'
import { DocumentTitle } from '../../ui/document-title.tsx'

interface AuthFrameProps {
  title: string
  lead: ReactNode
  /** An illustration with a caption, beside the form on wide screens. */
  scene: ReactNode
  saying: string
  children: ReactNode
  /** Links to other screens, below the form. */
  footer?: ReactNode
}

/** The layout of the login, sign-up and password screens. */
export function AuthFrame({ title, lead, scene, saying, children, footer }: AuthFrameProps) {
  return (
    <div className="page-width grid gap-x-16 py-8 sm:py-14 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] lg:py-20 xl:gap-x-24">
      <DocumentTitle>{title}</DocumentTitle>
      <div className="mx-auto w-full max-w-form lg:mx-0">
        <h1 className="text-28 sm:text-40">{title}</h1>
        <p className="mt-3 text-17 text-ink-soft">{lead}</p>
        <div className="mt-8">{children}</div>
        {footer && (
          <div className="mt-8 flex flex-wrap items-center gap-x-6 border-t border-line pt-4 text-ink-soft">
            {footer}
          </div>
        )}
      </div>
      <aside className="hidden flex-col justify-center rounded-card bg-sand px-12 py-16 text-center lg:flex">
        <div className="mx-auto w-full max-w-72">{scene}</div>
        <p className="mt-10 font-display text-21 text-balance">{saying}</p>
        <span aria-hidden="true" className="mx-auto mt-6 h-px w-12 bg-gold" />
      </aside>
    </div>
  )
}
