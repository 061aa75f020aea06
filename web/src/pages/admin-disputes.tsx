import { DisputeList } from '../features/admin/dispute-list.tsx'
import { SearchNote } from '../features/admin/search-note.tsx'
import { Page } from '../ui/page.tsx'

export function Component() {
  return (
    <Page title="Disputes" lead={<SearchNote />}>
      <DisputeList />
    </Page>
  )
}
