import type { ReactNode } from 'react'
import { DocumentTitle } from './document-title.tsx'

interface PageProps {
  /** The heading and the browser tab's title. */
  title: string
  lead?: ReactNode
  eyebrow?: string
  /** A BackLink to the parent screen, above the title. */
  back?: ReactNode
  /** Beside the title, with one main action at most. */
  actions?: ReactNode
  /**
   * `form` and `reading` are narrow columns; `full` uses the content's 1,200 px, `wide` the window's width
   * for tables.
   */
  width?: 'wide' | 'full' | 'reading' | 'form'
  /** The content has its own heading, so the page's header isn't printed. */
  isSheet?: boolean
  children: ReactNode
}

const widths = { wide: '', full: '', reading: 'max-w-reading', form: 'max-w-form' }

/** A screen's title, lead, actions and content. */
export function Page({
  title,
  lead,
  eyebrow,
  back,
  actions,
  width = 'full',
  isSheet = false,
  children,
}: PageProps) {
  return (
    <div className={`${width === 'wide' ? 'page-width-wide' : 'page-width'} py-8 sm:py-12 print:p-0`}>
      <DocumentTitle>{title}</DocumentTitle>
      <div className={`mx-auto ${widths[width]}`}>
        {back && <div className="-mt-4 mb-2 print:hidden">{back}</div>}
        <header
          className={`mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-4 ${isSheet ? 'print:hidden' : ''}`}
        >
          <div className="max-w-reading min-w-0">
            {eyebrow && <p className="eyebrow mb-2">{eyebrow}</p>}
            <h1 className="text-28 sm:text-40">{title}</h1>
            {lead && <div className="mt-2 text-17 text-pretty text-ink-soft">{lead}</div>}
          </div>
          {actions && <div className="flex flex-wrap items-center gap-3 print:hidden">{actions}</div>}
        </header>
        {children}
      </div>
    </div>
  )
}
