import type { BackgroundBadge as Badge } from '@tendwell/contract/background-checks/badge'
import { lazy, Suspense, useState } from 'react'
import { BackgroundSeal } from '../../../shared/people/background-seal.tsx'
import { Button } from '../../../ui/button.tsx'

const BackgroundDialog = lazy(async () => ({
  default: (await import('./background-dialog.tsx')).BackgroundDialog,
}))

interface BackgroundBadgeProps {
  name: string
  badge: Badge
}

/** Opens the details of the check: what it covered, who did it and when. */
export function BackgroundBadge({ name, badge }: BackgroundBadgeProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" size="small" aria-haspopup="dialog" onPress={() => setOpen(true)}>
        <BackgroundSeal isLink />
      </Button>
      {isOpen && (
        <Suspense>
          <BackgroundDialog name={name} badge={badge} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
