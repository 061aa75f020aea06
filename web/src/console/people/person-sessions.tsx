import { usePagedQuery } from '../../lib/address/use-paged-query.ts'
import { formatAgo, formatInstant } from '../../lib/format/format.ts'
import { ListBody } from '../../ui/list-panel.tsx'
import { Panel } from '../../ui/panel.tsx'
import { polling } from '../common/polling.ts'
import { usePersonSessionsQuery } from '../common/records/records-api.ts'

const pageSize = 5

/** Where a person is logged in. */
export function PersonSessions({ personId }: { personId: number }) {
  const list = usePagedQuery(
    usePersonSessionsQuery,
    { id: personId, page_size: pageSize },
    { pageSize, pageKey: 'sessions_page', ...polling },
  )
  return (
    <Panel title="Sessions">
      <ListBody
        label="Sessions"
        list={list}
        failure="Failed to load sessions"
        empty={<p className="text-ink-soft">Not logged in anywhere.</p>}
      >
        {(rows) => (
          <ul className="divide-y divide-line">
            {rows.map(({ id, device, address, country, created_at: at, used_at: used }) => (
              <li key={id} className="py-3 first:pt-0 last:pb-0">
                <p className="font-semibold">{device}</p>
                <p className="text-13 text-ink-soft">
                  {country ? `${address}, ${country}` : address}
                  <span className="block">{`Logged in ${formatInstant(at)}, last active ${formatAgo(used)}`}</span>
                </p>
              </li>
            ))}
          </ul>
        )}
      </ListBody>
    </Panel>
  )
}
