import { RequestList } from '../features/admin/request-list.tsx'
import { SearchNote } from '../features/admin/search-note.tsx'
import { Page } from '../ui/page.tsx'

export function Component() {
  return (
    <Page title="Requests" lead={<SearchNote />}>
      <RequestList />
    </Page>
  )
}
