import { Heart } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { useHydrated } from '../../../lib/browser/use-hydrated.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import { useSession } from '../../../lib/session/session.ts'
import { loginPath } from '../../../shared/routes/return-to.ts'
import { useFavoriteIdsQuery, useSetFavoriteMutation } from './favorites-api.ts'

interface FavoriteButtonProps {
  id: number
  name: string
  className?: string
}

const heartClass =
  'inline-flex size-11 items-center justify-center rounded-full bg-paper-raised/90 text-clay transition-colors hover:bg-sand'

/** A heart that saves a caregiver. Visitors log in first; caregivers and admins have none. */
export function FavoriteButton({ id, name, className = '' }: FavoriteButtonProps) {
  const { user, isLoggedIn } = useSession()
  const { pathname, search } = useLocation()
  if (!useHydrated()) return null
  if (isLoggedIn) {
    return user?.role === 'caretaker' ? <FamilysHeart id={id} name={name} className={className} /> : null
  }
  return (
    <Link
      to={loginPath(`${pathname}${search}`)}
      aria-label={`Log in to save ${name} to your favorites`}
      className={`${heartClass} ${className}`}
    >
      <Heart className="size-5" />
    </Link>
  )
}

function FamilysHeart({ id, name, className }: Required<FavoriteButtonProps>) {
  const { data: ids } = useFavoriteIdsQuery()
  const [setFavorite] = useSetFavoriteMutation()
  const isFavorite = ids?.includes(id) ?? false
  const { run, isPending } = useAction({
    send: (wanted: boolean) => setFavorite({ id, isFavorite: wanted }).unwrap(),
    failure: 'Failed to save your favorites',
  })
  return (
    <button
      type="button"
      aria-pressed={isFavorite}
      aria-label={`Save ${name} to your favorites`}
      disabled={!ids}
      aria-disabled={isPending}
      onClick={() => run(!isFavorite)}
      className={`aria-disabled:opacity-50 ${heartClass} ${className}`}
    >
      <Heart className={`size-5 ${isFavorite ? 'fill-current' : ''}`} />
    </button>
  )
}
