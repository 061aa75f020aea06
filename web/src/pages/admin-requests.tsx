import { RequestList } from '../features/admin/components/request-list.tsx'
import { SearchNote } from '../features/admin/components/search-note.tsx'
import { Page } from '../ui/page.tsx'

export function Component() {
  return (
    <Page title="Requests" lead={<SearchNote />}>
      <RequestList />
    </Page>
  )
}
