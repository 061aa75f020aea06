import { paths } from '@tendwell/contract/routes'
import type { SavedSearch } from '@tendwell/contract/search/saved-searches'
import { defineNotice, type NoticeContent } from '../../notices/index.ts'
import { listSavedSearches } from './queries.ts'

type Found = { search: SavedSearch; count: number }

/** One notice about all searches of a family that found somebody new. */
function renderMatches(found: readonly Found[]): NoticeContent {
  const [first] = found as [Found]
  if (found.length === 1) {
    const { search, count } = first
    return {
      type: 'saved_search_matches',
      subject: 'New matches for your saved search',
      payload: {
        message: `${countMatches(count)} for “${search.words}”.`,
        action_url: search.path,
        action_text: 'See who',
      },
    }
  }
  return {
    type: 'saved_search_matches',
    subject: 'New matches for your saved searches',
    payload: {
      message: `${found.length} of your saved searches have new matches.`,
      action_url: `${paths.favorites}#searches`,
      action_text: 'See your searches',
    },
    facts: found.map(({ search, count }) => ({ label: countMatches(count), text: search.words })),
  }
}

const countMatches = (count: number) => `${count} new ${count === 1 ? 'match' : 'matches'}`

export const savedSearchNotices = [
  defineNotice('saved-searches.matched', async (deps, { familyId, at, found }) => {
    const searches = await listSavedSearches(deps, familyId)
    // One that was deleted meanwhile is left out.
    const shown = found.flatMap(({ searchId, count }) => {
      const search = searches.find(({ id }) => id === searchId)
      return search ? [{ search, count }] : []
    })
    if (shown.length === 0) return []
    return [{ userId: familyId, cause: `saved-searches:${at}`, content: renderMatches(shown) }]
  }),
]
