import { Page } from '../../ui/page.tsx'
import { ErasureList } from './erasure-list.tsx'

export function ErasuresPage() {
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
