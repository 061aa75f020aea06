import { Link } from 'react-router'
import { formatMoney } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { useBackupCaregiversQuery } from '../api.ts'

/** Other caregivers who are free at the canceled times, or a link to the search. */
export function BackupCaregivers({ requestId }: { requestId: number }) {
  const { data: caregivers } = useBackupCaregiversQuery(requestId)
  if (!caregivers) return null
  if (caregivers.length === 0) {
    return (
      <p className="mt-5 border-t border-line pt-4 text-ink-soft">
        No one else nearby is free at exactly these times.{' '}
        <Link to={paths.caregivers} className="text-link">
          Find a caregiver
        </Link>
      </p>
    )
  }
  return (
    <section aria-labelledby={`backups-${requestId}`} className="mt-5 border-t border-line pt-4">
      <h3 id={`backups-${requestId}`} className="mb-3 font-semibold">
        Also free at these times
      </h3>
      <ul className="grid gap-3 sm:grid-cols-2">
        {caregivers.map(({ id, full_name, avatar, average_rating, hourly_rate_usd }) => (
          <li key={id}>
            <Link
              to={paths.caregiver(id)}
              className="flex items-center gap-3 rounded-control border border-line p-3 hover:border-forest"
            >
              <Avatar name={full_name} src={avatar} />
              <span className="min-w-0">
                <span className="block truncate font-semibold">{full_name}</span>
                <span className="tabular block text-13 text-ink-soft">
                  {average_rating !== null && `${average_rating.toFixed(1)} ★ · `}
                  {`${formatMoney(hourly_rate_usd)} an hour`}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
