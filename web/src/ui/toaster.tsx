import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useState } from 'react'
import { resolveValue, type Toast, toast, useToaster } from 'react-hot-toast/headless'
import { Spinner } from './spinner.tsx'

// Success toasts stay for 2 s, loading ones until dismissed, all others for 4 s. A new one replaces the last.
const options = {
  duration: 4000,
  removeDelay: 1000,
  success: { duration: 2000 },
  error: { duration: 4000 },
  loading: { duration: Number.POSITIVE_INFINITY },
}

const GAP_PX = 10

/**
 * Where the header and an open menu end, which keep their controls. A dialog makes them inert, so they may be
 * covered.
 */
function findTop(): number {
  if (document.querySelector('[role=dialog], [role=alertdialog]')) return GAP_PX
  const above = [...document.querySelectorAll('[data-above-toasts]')]
  return Math.max(0, ...above.map((element) => element.getBoundingClientRect().bottom)) + GAP_PX
}

/** Shows one toast at a time, below the header. */
export function Toaster() {
  const { toasts, handlers } = useToaster(options)
  const [newest, ...older] = toasts
  const [top, setTop] = useState(GAP_PX)
  const newestId = newest?.id
  useLayoutEffect(() => {
    if (newestId) setTop(findTop())
  }, [newestId])
  useEffect(() => {
    for (const { id } of older) toast.remove(id)
  })
  return (
    <section
      aria-label="Messages"
      // Keeps the toasts usable while an open dialog makes the rest of the page inert.
      data-react-aria-top-layer
      onPointerEnter={handlers.startPause}
      onPointerLeave={handlers.endPause}
      style={{ top }}
      className="pointer-events-none fixed print:hidden inset-x-0 z-50 flex flex-col items-center px-4"
    >
      {newest && <ToastCard key={newest.id} item={newest} />}
    </section>
  )
}

function ToastCard({ item }: { item: Toast }) {
  return (
    <div
      {...item.ariaProps}
      className={`pointer-events-auto flex max-w-md animate-rise items-center gap-3 rounded-control border border-line bg-paper-raised py-1 pr-1 pl-4 font-medium shadow-soft transition-opacity ${
        item.visible ? '' : 'opacity-0'
      } ${item.className ?? ''}`}
    >
      <ToastIcon type={item.type} />
      <span className="py-2.5">{resolveValue(item.message, item)}</span>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => toast.dismiss(item.id)}
        className="inline-flex size-11 shrink-0 items-center justify-center rounded-control text-ink-soft hover:bg-sand hover:text-ink"
      >
        <X className="size-4" />
      </button>
    </div>
  )
}

function ToastIcon({ type }: { type: Toast['type'] }) {
  if (type === 'success') return <CircleCheck className="size-5 shrink-0 text-forest" />
  if (type === 'error') return <CircleAlert className="size-5 shrink-0 text-clay" />
  if (type === 'loading') return <Spinner className="size-5 shrink-0 text-forest" />
  return null
}
