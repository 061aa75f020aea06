import type { BackgroundBadge as Badge } from '@tendwell/contract/background-checks/badge'
import { useState } from 'react'
import { lazyDialog } from '../../../lib/browser/lazy-parts.tsx'
import { BackgroundSeal } from '../../../shared/people/background-seal.tsx'
import { Button } from '../../../ui/button.tsx'

const BackgroundDialog = lazyDialog(async () => (await import('./background-dialog.tsx')).BackgroundDialog)

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
      {isOpen && <BackgroundDialog name={name} badge={badge} onClose={() => setOpen(false)} />}
    </>
  )
}
