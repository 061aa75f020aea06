import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useRef } from 'react'
import { pageCount } from '../lib/address/pages.ts'
import { formatCount } from '../lib/format/format-count.ts'
import { IconButton } from './icon-button.tsx'

interface PaginationProps {
  /** What is listed: 'Caregivers'. */
  label: string
  /** Whether the label is shown, where a screen has several lists with pages. */
  isNamed?: boolean
  page: number
  pageSize: number
  count: number
  onPage: (page: number) => void
}

/** Buttons for the previous and next page, hidden if there is only one page. */
export function Pagination({ label, isNamed = false, page, pageSize, count, onPage }: PaginationProps) {
  const nav = useRef<HTMLElement>(null)
  const last = pageCount(count, pageSize)
  if (last === 1) return null
  const openPage = (next: number) => {
    // On the first and the last page the pressed button is disabled, and would lose the focus.
    nav.current?.focus({ preventScroll: true })
    onPage(next)
  }
  return (
    <nav
      ref={nav}
      tabIndex={-1}
      aria-label={`${label}: pages`}
      className="flex items-center justify-center gap-3 pt-6 outline-none"
    >
      <IconButton
        label="Previous page"
        icon={<ChevronLeft className="size-5" />}
        isDisabled={page <= 1}
        onPress={() => openPage(page - 1)}
      />
      <span className="tabular text-ink-soft" aria-live="polite">
        {isNamed ? `${label}: page ` : 'Page '}
        <span className="font-semibold text-ink">{formatCount(page)}</span> of {formatCount(last)}
      </span>
      <IconButton
        label="Next page"
        icon={<ChevronRight className="size-5" />}
        isDisabled={page >= last}
        onPress={() => openPage(page + 1)}
      />
    </nav>
  )
}
