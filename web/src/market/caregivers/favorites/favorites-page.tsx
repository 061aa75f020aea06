import { LIST_PAGE_SIZES } from '@tendwell/contract/reference'
import { usePagedQuery } from '../../../lib/address/use-paged-query.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ListBody } from '../../../ui/list-panel.tsx'
import { Page } from '../../../ui/page.tsx'
import { CaregiverCardsSkeleton } from '../card/caregiver-card.tsx'
import { useFavoritesQuery } from '../card/favorites-api.ts'
import { SavedSearches } from '../saved/saved-searches.tsx'
import { Waits } from '../saved/waits.tsx'
import { CaregiverCards } from '../search/results.tsx'

export function FavoritesPage() {
  return (
    <Page title="Favorites" lead="The caregivers and searches you’ve saved, and the days you wait for.">
      <div className="flex flex-col gap-10">
        <FavoriteList />
        <SavedSearches />
        <Waits />
      </div>
    </Page>
  )
}

/** A family's saved caregivers, the newest first. */
function FavoriteList() {
  const list = usePagedQuery(useFavoritesQuery, {}, { pageSize: LIST_PAGE_SIZES.caregivers })
  return (
    <ListBody
      label="Favorites"
      list={list}
      failure="Failed to load favorites"
      skeleton={<CaregiverCardsSkeleton cards={3} />}
      empty={
        <EmptyState
          title="No favorites yet"
          hint="Press the heart on a caregiver’s card to keep them here."
          action={<ButtonLink to={paths.caregivers}>Find a Caregiver</ButtonLink>}
        />
      }
    >
      {(caregivers) => <CaregiverCards caregivers={caregivers} />}
    </ListBody>
  )
}
