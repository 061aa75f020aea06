import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

interface BannerProps {
  tone?: 'info' | 'success' | 'warning' | 'danger'
  title: string
  children?: ReactNode
  /** A Button or ButtonLink. */
  action?: ReactNode
}

const looks = {
  info: { ground: 'bg-sand text-ink', icon: Info },
  success: { ground: 'bg-sage text-on-sage', icon: CircleCheck },
  warning: { ground: 'bg-gold-soft text-gold-ink', icon: TriangleAlert },
  danger: { ground: 'bg-clay-soft text-clay', icon: CircleAlert },
}

/** A permanent notice on a screen, such as a verification status or a security note. */
export function Banner({ tone = 'info', title, children, action }: BannerProps) {
  const { ground, icon: Icon } = looks[tone]
  return (
    <div className={`flex flex-wrap items-center gap-x-6 gap-y-3 rounded-card px-5 py-4 ${ground}`}>
      <div className="flex min-w-60 flex-1 gap-3">
        <Icon className="mt-0.5 size-5 shrink-0" />
        <div>
          <p className="font-semibold">{title}</p>
          {children && <div className="text-ink">{children}</div>}
        </div>
      </div>
      {action}
    </div>
  )
}
