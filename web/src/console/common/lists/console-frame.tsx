import type { ViewScreen } from '@tendwell/contract/console/views'
import type { ReactNode } from 'react'
import { Page } from '../../../ui/page.tsx'
import { SearchNote } from './search-note.tsx'
import { ViewsMenu } from './views-menu.tsx'

interface ConsolePageProps {
  title: string
  screen: ViewScreen
  lead?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A screen of lists: as wide as the window allows, with the search that it shows and one's saved views. */
export function ConsolePage({ title, screen, lead, actions, children }: ConsolePageProps) {
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
          <ViewsMenu screen={screen} />
        </>
      }
    >
      {children}
    </Page>
  )
}
