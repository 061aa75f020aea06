import { DisputeList } from '../features/admin/components/dispute-list.tsx'
import { SearchNote } from '../features/admin/components/search-note.tsx'
import { Page } from '../ui/page.tsx'

export function Component() {
  return (
    <Page title="Disputes" lead={<SearchNote />}>
      <DisputeList />
    </Page>
  )
}
