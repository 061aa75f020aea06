import { ErasureList } from '../features/admin/components/erasures/erasure-list.tsx'
import { Page } from '../ui/page.tsx'

export function Component() {
  return (
    <Page
      title="Erasures"
      width="wide"
      lead="People who closed their account, listed by number. Payment records stay, without their names."
    >
      <ErasureList />
    </Page>
  )
}
