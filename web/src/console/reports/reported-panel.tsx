import { REPORT_KIND_LABELS, type ReportRecord } from '@tendwell/contract/console/reports'
import { StatusPill } from '../../shared/statuses/status-pill.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Stars } from '../../ui/stars.tsx'

type Content = Pick<NonNullable<ReportRecord['now']>, 'text' | 'rating' | 'name'> & { photo?: string | null }

/** What was reported, as it was then, and as it is now if that differs. */
export function ReportedPanel({ report }: { report: ReportRecord }) {
  const { kind, snapshot, now, is_hidden: isHidden } = report
  const isSame =
    now !== null && now.text === snapshot.text && now.rating === snapshot.rating && now.name === snapshot.name
  const leads = [
    ...(isSame ? ['As it was reported. It hasn’t changed since.'] : []),
    ...(kind === 'message' ? ['Reading it is recorded.'] : []),
  ]
  const photo = kind === 'profile' ? (now?.photo ?? null) : undefined
  return (
    <Panel
      title={REPORT_KIND_LABELS[kind]}
      lead={leads.join(' ') || undefined}
      actions={isHidden && <StatusPill status="removed" />}
    >
      {isSame ? (
        <Content content={{ ...snapshot, ...(photo !== undefined && { photo }) }} />
      ) : (
        <div className="grid gap-6 md:grid-cols-2">
          <section aria-label="When it was reported">
            <h3 className="mb-2 font-sans text-13 font-medium tracking-normal text-ink-soft">
              When it was reported
            </h3>
            <Content content={snapshot} />
          </section>
          <section aria-label="Now">
            <h3 className="mb-2 font-sans text-13 font-medium tracking-normal text-ink-soft">Now</h3>
            {now ? <Content content={now} /> : <p className="text-ink-soft">It no longer exists.</p>}
          </section>
        </div>
      )}
    </Panel>
  )
}

function Content({ content: { text, rating, name, photo } }: { content: Content }) {
  return (
    <div className="flex flex-col gap-3 rounded-control bg-sand px-4 py-3.5">
      {(name || photo) && (
        <p className="flex items-center gap-3 font-semibold wrap-anywhere">
          {photo !== undefined && <Avatar name={name ?? ''} src={photo} size="large" />}
          {name}
        </p>
      )}
      {rating !== null && <Stars rating={rating} />}
      {text ? (
        <p className="max-w-reading whitespace-pre-wrap wrap-anywhere">{text}</p>
      ) : (
        <p className="text-ink-soft">No text</p>
      )}
    </div>
  )
}
