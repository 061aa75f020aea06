import { NEAR_HOME } from '@tendwell/contract/reference'
import { Bookmark, BookmarkCheck } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useAction } from '../../../lib/forms/use-action.ts'
import { useSession } from '../../../lib/session/session.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { loginPath } from '../../../shared/routes/return-to.ts'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { type Filters, toSearchQuery } from '../filters/filters.ts'
import { useSaveSearchMutation } from './saved-searches-api.ts'

interface SaveSearchProps {
  filters: Filters
  children: string
}

const icon = <Bookmark className="size-4" />

/**
 * Saves the search, so that new matches are mailed. Visitors log in first and come back; caregivers and staff
 * have none.
 */
export function SaveSearch({ filters, children }: SaveSearchProps) {
  const { user, isLoggedIn } = useSession()
  const { pathname, search } = useLocation()
  if (isLoggedIn) {
    const query = toSearchQuery(filters, 1, { home: NEAR_HOME })
    return user?.role === 'caretaker' ? <FamilysSearch query={query}>{children}</FamilysSearch> : null
  }
  return (
    <ButtonLink to={loginPath(`${pathname}${search}`)} variant="secondary" size="small" icon={icon}>
      {children}
    </ButtonLink>
  )
}

function FamilysSearch({ query, children }: { query: Record<string, string>; children: string }) {
  const [saveSearch] = useSaveSearchMutation()
  // Once saved, it stays saved until another search is shown.
  const [savedQuery, setSavedQuery] = useState('')
  const key = JSON.stringify(query)
  const { run, isPending } = useAction({
    send: () => saveSearch(query).unwrap(),
    success: 'Search saved',
    failure: 'Failed to save the search',
    onSuccess: () => setSavedQuery(key),
  })
  if (savedQuery === key) {
    return (
      <p className="flex items-start gap-2 text-13 text-ink-soft">
        <BookmarkCheck className="mt-0.5 size-4 shrink-0" />
        <span>
          Saved. We’ll email you new matches, once a day at most.{' '}
          <Link to={`${paths.favorites}#searches`} className="text-link">
            See your searches
          </Link>
        </span>
      </p>
    )
  }
  return (
    <Button variant="secondary" size="small" icon={icon} isPending={isPending} onPress={() => void run(null)}>
      {children}
    </Button>
  )
}
