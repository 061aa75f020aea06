import type { DocumentFile } from '@tendwell/contract/console/people'
import { ChevronLeft, ChevronRight, Maximize, RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { ErrorState } from '../../ui/error-state.tsx'
import { FileLink } from '../../ui/file-link.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { DocumentPages, Waiting } from './document-sheet.tsx'
import { useDocumentFile } from './use-document-file.ts'
import { onKeys, useZoom } from './use-zoom.ts'

interface DocumentViewerProps {
  document: DocumentFile
  /** What it shows: 'Certificate of Mei Lin'. */
  label: string
  renew: (fileId: string) => Promise<string | null>
  /** Runs when the file is there to be seen. */
  onOpen?: (fileId: string) => void
  /** To the other documents; left out where two files are shown side by side. */
  turn?: { onPrevious: (() => void) | null; onNext: (() => void) | null }
}

/** The document scrolls, and takes the keys. */
const focusable = { tabIndex: 0 }

/** One document, to look at closely. Its keys work while the focus is in it. */
export function DocumentViewer({ document, label, renew, onOpen, turn }: DocumentViewerProps) {
  const zoom = useZoom(document.file_id)
  const { view } = zoom
  const { content, failure, isLoading, retry } = useDocumentFile(document, renew)
  useOpened(content ? document.file_id : null, onOpen)
  const [unreadable, setUnreadable] = useState<Blob | null>(null)
  const stage = useRef<HTMLDivElement>(null)
  useCenteredZoom(stage, view.zoom)
  const keys = onKeys({
    '+': zoom.zoomIn,
    '=': zoom.zoomIn,
    '-': zoom.zoomOut,
    '0': zoom.fit,
    r: zoom.rotate,
    n: () => turn?.onNext?.(),
    p: () => turn?.onPrevious?.(),
  })
  return (
    <section aria-label={label} onKeyDown={keys}>
      <div role="toolbar" aria-label="View" className="flex flex-wrap items-center gap-1 pb-2">
        <Tool label="Zoom out" shortcut="−" icon={ZoomOut} onPress={zoom.zoomOut} isOff={!zoom.canZoomOut} />
        <span className="tabular w-12 text-center text-13 text-ink-soft" aria-live="polite">
          {view.zoom === 1 ? 'Fit' : `${Math.round(view.zoom * 100)}%`}
        </span>
        <Tool label="Zoom in" shortcut="+" icon={ZoomIn} onPress={zoom.zoomIn} isOff={!zoom.canZoomIn} />
        <Tool label="Fit" shortcut="0" icon={Maximize} onPress={zoom.fit} />
        <Tool label="Rotate" shortcut="R" icon={RotateCw} onPress={zoom.rotate} />
        {turn && (
          <span className="ml-auto flex items-center gap-1">
            <Tool label="Previous document" shortcut="P" icon={ChevronLeft} onPress={turn.onPrevious} />
            <Tool label="Next document" shortcut="N" icon={ChevronRight} onPress={turn.onNext} />
            <FileLink address={document.url} label="Original" of={label} />
          </span>
        )}
      </div>
      <section
        ref={stage}
        aria-label={`${label}, enlarged`}
        {...focusable}
        className="h-[clamp(20rem,62dvh,48rem)] overflow-auto overscroll-contain rounded-control border border-line bg-sand"
        style={{ containerType: 'size' }}
      >
        {failure || (content && unreadable === content) ? (
          <div className="p-6">
            <ErrorState
              title="Failed to open the document"
              error={failure?.error}
              onRetry={retry}
              isRetrying={isLoading}
              isCompact
            />
          </div>
        ) : content ? (
          <DocumentPages
            key={document.file_id}
            content={content}
            label={label}
            view={view}
            onFailure={() => setUnreadable(content)}
          />
        ) : (
          <Waiting />
        )}
      </section>
      {turn && <Shortcuts />}
    </section>
  )
}

/** Says once for each file that it is there; null while there is none. */
function useOpened(fileId: string | null, onOpen?: (fileId: string) => void) {
  const say = useEffectEvent((opened: string) => onOpen?.(opened))
  useEffect(() => {
    if (fileId !== null) say(fileId)
  }, [fileId])
}

/** Keeps the middle of what is visible in the middle. */
function useCenteredZoom(stage: RefObject<HTMLDivElement | null>, zoom: number) {
  const before = useRef(zoom)
  useLayoutEffect(() => {
    const box = stage.current
    const factor = zoom / before.current
    before.current = zoom
    if (!box || factor === 1) return
    box.scrollLeft = (box.scrollLeft + box.clientWidth / 2) * factor - box.clientWidth / 2
    box.scrollTop = (box.scrollTop + box.clientHeight / 2) * factor - box.clientHeight / 2
  }, [stage, zoom])
}

interface ToolProps {
  label: string
  shortcut: string
  icon: typeof ZoomIn
  /** Null if there is nothing to go to. */
  onPress: (() => void) | null
  isOff?: boolean
}

function Tool({ label, shortcut, icon: Icon, onPress, isOff = false }: ToolProps) {
  return (
    <IconButton
      label={label}
      aria-keyshortcuts={shortcut}
      icon={<Icon className="size-5" />}
      onPress={() => onPress?.()}
      isDisabled={isOff || !onPress}
    />
  )
}

const shortcuts = [
  ['+ −', 'zoom'],
  ['0', 'fit'],
  ['R', 'rotate'],
  ['P N', 'previous, next document'],
] as const

function Shortcuts() {
  return (
    <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-13 text-ink-soft max-sm:hidden">
      Keys in the viewer:
      {shortcuts.map(([keys, action]) => (
        <span key={keys}>
          <kbd className="font-sans font-semibold text-ink">{keys}</kbd> {action}
        </span>
      ))}
    </p>
  )
}
