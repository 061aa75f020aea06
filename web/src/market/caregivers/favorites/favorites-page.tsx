import { Page } from '../../../ui/page.tsx'
import { FavoriteList } from './favorite-list.tsx'

export function FavoritesPage() {
  return (
    <Page title="Favorites" lead="The caregivers you’ve saved.">
      <FavoriteList />
    </Page>
  )
}
