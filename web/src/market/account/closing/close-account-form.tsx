import type { ClosingPreview, Obstacle } from '@tendwell/contract/people/own-data'
import { closeBody } from '@tendwell/contract/people/own-data'
import type { User } from '@tendwell/contract/sign-in/accounts'
import { Link } from 'react-router'
import { formatInstant } from '../../../lib/format/format.ts'
import { Field, useZodForm } from '../../../lib/forms/form.tsx'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { PanelSubheading } from '../../../ui/panel.tsx'
import { QueryPanel } from '../../../ui/query-panel.tsx'
import { SkeletonText } from '../../../ui/skeleton.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useCloseAccountMutation, useClosingQuery } from '../privacy/own-data-api.ts'

interface CloseAccountFormProps {
  user: User
  /** Called with the time when everything is erased. */
  onClosed: (erasedAt: string) => void
}

/** What closing the account means, what has to be settled first, and the confirmation. */
export function CloseAccountForm({ user, onClosed }: CloseAccountFormProps) {
  const query = useClosingQuery()
  const obstacles = query.data?.obstacles ?? []
  return (
    <div className="flex flex-col gap-6">
      {obstacles.length > 0 && <Obstacles obstacles={obstacles} role={user.role} />}
      <QueryPanel
        // A new panel, because the same one would be seen to jump below the obstacles.
        key={query.data ? 'loaded' : 'loading'}
        title="What happens"
        query={query}
        failure="Failed to load what happens"
        skeleton={<SkeletonText lines={14} />}
      >
        {(preview) => (
          <div className="flex flex-col gap-8">
            <Consequences preview={preview} isStaff={user.role === 'admin'} />
            <div className="border-t border-line pt-6">
              {obstacles.length > 0 ? <KeepLink /> : <ConfirmForm email={user.email} onClosed={onClosed} />}
            </div>
          </div>
        )}
      </QueryPanel>
    </div>
  )
}

function Consequences({
  preview: { open_requests: open, erased_at: erasedAt },
  isStaff,
}: {
  preview: ClosingPreview
  isStaff: boolean
}) {
  const lists = [
    {
      title: 'Right away',
      points: [
        'You’re logged out on all your devices, and other people can no longer find your profile.',
        ...(open > 0
          ? [open === 1 ? 'Your open request is closed.' : `Your ${open} open requests are closed.`]
          : []),
        'We email you a link that opens your account again.',
        ...(isStaff
          ? ['You leave the staff. The link doesn’t bring you back onto it: an admin has to activate you.']
          : []),
      ],
    },
    {
      title: `On ${formatInstant(erasedAt)}`,
      points: [
        'We erase your profile, messages, the text of your reviews, files and settings. This can’t be undone.',
        'Copies in our backups are overwritten within 30 days after that.',
      ],
    },
    {
      title: 'What stays, and why',
      points: [
        'Amounts and dates of payments and visits, because the law requires us to keep them. Your name is removed.',
        'The other person keeps the conversation, with “Former member” as your name and without the text you wrote. In their messages to you we remove your email, phone number, street and the full name you booked under. Star ratings stay, too.',
        ...(isStaff
          ? [
              'What you did on the staff stays in the audit log, with the email and network address from then.',
            ]
          : []),
        'What others wrote in reviews, reports and disputes stays as it is.',
        'If a report or dispute with you, or a bank’s decision about a payment, is open, what it is about stays with your name and email, until 180 days after the decision.',
        'If a bank took a payment back and that isn’t settled, we keep codes of your email, phone number, bank account, browsers and ID that we can compare but not read.',
      ],
    },
  ]
  return lists.map(({ title, points }) => (
    <div key={title}>
      <PanelSubheading>{title}</PanelSubheading>
      <ul className="mt-2 flex list-disc flex-col gap-1.5 pl-5 text-ink-soft marker:text-gold">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </div>
  ))
}

interface Settling {
  label: string
  to: string
}

const wallet = { label: 'View wallet', to: paths.wallet }
const payments = { label: 'View payments', to: paths.paymentHistory }

/** Where each obstacle is settled. Admins have no bookings and no money. */
function getSettling(kind: Obstacle, role: User['role']): Settling {
  const isCaregiver = role === 'caregiver'
  const places: Record<Obstacle, Settling> = {
    bookings: { label: 'View bookings', to: isCaregiver ? paths.caregiverBookings : paths.bookings },
    money: isCaregiver ? wallet : payments,
    refunds: payments,
    payouts: wallet,
    disputes: { label: 'View disputes', to: isCaregiver ? paths.caregiverDisputes : paths.caretakerDisputes },
    chargebacks: isCaregiver ? wallet : payments,
    last_admin: { label: 'View staff', to: paths.adminStaff },
  }
  return places[kind]
}

function Obstacles({ obstacles, role }: { obstacles: ClosingPreview['obstacles']; role: User['role'] }) {
  return (
    <Banner tone="warning" title="Before you can close your account">
      <ul aria-label="What to settle first" className="mt-1 flex list-disc flex-col gap-1 pl-5">
        {obstacles.map(({ kind, message }) => {
          const { label, to } = getSettling(kind, role)
          return (
            <li key={kind}>
              {message}.{' '}
              <Link to={to} className="text-link whitespace-nowrap">
                {label}
              </Link>
            </li>
          )
        })}
      </ul>
    </Banner>
  )
}

function KeepLink() {
  return (
    <ButtonLink to={paths.account} variant="secondary" className="max-sm:w-full">
      Keep my account
    </ButtonLink>
  )
}

function ConfirmForm({ email, onClosed }: { email: string } & Pick<CloseAccountFormProps, 'onClosed'>) {
  const form = useZodForm(closeBody, { defaultValues: { email: '' } })
  const [closeAccount] = useCloseAccountMutation()
  const { submit, isPending, formError } = useSubmit(form, {
    send: (body) => closeAccount(body).unwrap(),
    failure: 'Failed to close your account',
    onSuccess: ({ erased_at: erasedAt }) => onClosed(erasedAt),
  })
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field form={form} name="email">
        {(field) => (
          <TextField
            label="Type your email to confirm"
            type="email"
            autoComplete="off"
            hint={<span className="wrap-anywhere">{email}</span>}
            {...field}
          />
        )}
      </Field>
      <FormError message={formError} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="danger" isPending={isPending} className="max-sm:w-full">
          {isPending ? 'Closing…' : 'Close my account'}
        </Button>
        <KeepLink />
      </div>
    </form>
  )
}
