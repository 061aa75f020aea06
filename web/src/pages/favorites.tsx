import { FavoriteList } from '../features/search/components/favorite-list.tsx'
import { Page } from '../ui/page.tsx'

export function Component() {
  return (
    <Page title="Favorites" lead="The caregivers you’ve saved.">
      <FavoriteList />
    </Page>
  )
}
