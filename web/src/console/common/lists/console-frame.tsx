import type { ViewScreen } from '@tendwell/contract/console/views'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Page } from '../../../ui/page.tsx'
import { useConsoleFilters } from './use-console-filters.ts'
import { ViewsMenu } from './views-menu.tsx'

interface ConsolePageProps {
  title: string
  viewsOf: ViewScreen
  lead?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A screen of lists: as wide as the window allows, with the search that it shows and one's saved views. */
export function ConsolePage({ title, viewsOf, lead, actions, children }: ConsolePageProps) {
  return (
    <Page
      title={title}
      width="wide"
      lead={
        <>
          {lead}
          <SearchNote />
        </>
      }
      actions={
        <>
          {actions}
          <ViewsMenu viewsOf={viewsOf} />
        </>
      }
    >
      {children}
    </Page>
  )
}

/** Shows the header's search text with a button to clear it. */
function SearchNote() {
  const { q, change } = useConsoleFilters()
  if (!q) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      <span>
        Results for <strong className="wrap-anywhere text-ink">“{q}”</strong>
      </span>
      <Button variant="quiet" size="small" icon={<X className="size-4" />} onPress={() => change({ q: '' })}>
        Clear search
      </Button>
    </p>
  )
}
