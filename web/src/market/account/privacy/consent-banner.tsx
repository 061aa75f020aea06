import { Link } from 'react-router'
import { useAction } from '../../../lib/forms/use-action.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { useAgreeMutation, useConsentsQuery } from './own-data-api.ts'

/**
 * Asks everyone who agreed to an older version or never agreed. It covers the end of the page, so nothing
 * moves.
 */
export function ConsentBanner() {
  const { data } = useConsentsQuery()
  const [agree] = useAgreeMutation()
  const { run, isPending } = useAction({
    send: () => agree().unwrap(),
    success: 'Thank you',
    failure: 'Failed to save your agreement',
  })
  if (!data?.is_outdated) return null
  const isUpdate = data.terms !== null && data.privacy !== null
  return (
    <section
      aria-label={isUpdate ? 'Updated terms' : 'Our terms'}
      className="fixed inset-x-4 bottom-4 z-30 mx-auto flex max-w-160 flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-line bg-paper-raised px-5 py-4 shadow-card max-md:bottom-20"
    >
      <p className="min-w-60 flex-1">
        {isUpdate ? 'We updated our terms. Please read the' : 'Please read our'}{' '}
        <Link to={paths.terms} className="text-link">
          Terms of Use
        </Link>{' '}
        and the{' '}
        <Link to={paths.privacy} className="text-link">
          Privacy Policy
        </Link>
        .
      </p>
      <Button size="small" isPending={isPending} onPress={() => run(undefined)}>
        Agree
      </Button>
    </section>
  )
}
