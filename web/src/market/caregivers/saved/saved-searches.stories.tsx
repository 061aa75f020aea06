import { handle } from '../../../../test/handlers.ts'
import { savedSearches } from '../../../../test/lists.ts'
import { failing } from '../../../../test/stories.tsx'
import { SavedSearches } from './saved-searches.tsx'

export default { render: () => <SavedSearches /> }

const list = 'get /api/saved-searches/' as const

export const Filled = { parameters: { handlers: [handle(list, { searches: savedSearches })] } }
export const Empty = { parameters: { handlers: [handle(list, { searches: [] })] } }
export const Loading = {}
export const Failed = failing(list)
