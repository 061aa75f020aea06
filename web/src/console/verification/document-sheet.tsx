import { type ReactNode, useEffect, useState } from 'react'
import { plural } from '../../lib/format/format.ts'
import { Spinner } from '../../ui/spinner.tsx'
import type { View } from './use-zoom.ts'

/** More pages would take too much memory. */
const MAX_PAGES = 12

interface DocumentPagesProps {
  content: Blob
  /** What it shows: 'Certificate of Mei Lin'. */
  label: string
  view: View
  onFailure: () => void
}

/** A picture, or the pages of a PDF below each other. */
export function DocumentPages(props: DocumentPagesProps) {
  return props.content.type === 'application/pdf' ? <PdfPages {...props} /> : <Picture {...props} />
}

function Picture({ content, label, view, onFailure }: DocumentPagesProps) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(content)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [content])
  return (
    <Sheet view={view}>
      {url && <img src={url} alt={label} onError={onFailure} className="size-full object-contain" />}
    </Sheet>
  )
}

type PageDrawer = (canvas: HTMLCanvasElement) => Promise<void>

function PdfPages({ content, label, view, onFailure }: DocumentPagesProps) {
  const [pages, setPages] = useState<{ drawers: PageDrawer[]; count: number } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another document is read again
  useEffect(() => {
    let close = () => {}
    let isClosed = false
    const open = async () => {
      const { drawPage, openPdf } = await import('./pdf.ts')
      const { pdf, end } = await openPdf(content)
      close = end
      if (isClosed) return close()
      const count = pdf.numPages
      const drawers = Array.from({ length: Math.min(count, MAX_PAGES) }, (_, index): PageDrawer => {
        return async (canvas) => drawPage(await pdf.getPage(index + 1), canvas)
      })
      setPages({ drawers, count })
    }
    open().catch(() => !isClosed && onFailure())
    return () => {
      isClosed = true
      close()
    }
  }, [content])
  if (!pages) return <Waiting />
  return (
    <>
      {pages.drawers.map((draw, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pages of one document never move
        <Sheet key={index} view={view}>
          <PdfPage
            draw={draw}
            label={`${label}, page ${index + 1} of ${pages.count}`}
            onFailure={onFailure}
          />
        </Sheet>
      ))}
      {pages.count > MAX_PAGES && (
        <p className="px-4 py-6 text-center text-ink-soft">
          {`${plural(pages.count - MAX_PAGES, 'more page')} in the original.`}
        </p>
      )}
    </>
  )
}

interface PdfPageProps {
  draw: PageDrawer
  label: string
  onFailure: () => void
}

function PdfPage({ draw, label, onFailure }: PdfPageProps) {
  return (
    <canvas
      role="img"
      aria-label={label}
      ref={(canvas) => {
        if (canvas) draw(canvas).catch(onFailure)
      }}
      className="size-full object-contain"
    />
  )
}

export function Waiting() {
  return (
    <span role="status" className="flex h-full items-center justify-center">
      <Spinner className="size-6 text-forest" />
      <span className="sr-only">Opening the document…</span>
    </span>
  )
}

/**
 * As large as the stage at zoom 1. A quarter turn swaps what the content may take up, so that it still fits.
 */
function Sheet({ view: { zoom, rotation }, children }: { view: View; children: ReactNode }) {
  const [width, height] = [`calc(100cqw * ${zoom})`, `calc(100cqh * ${zoom})`]
  const isSideways = rotation % 180 !== 0
  return (
    <div className="relative m-auto" style={{ width, height }}>
      <div
        className="absolute top-1/2 left-1/2 p-3"
        style={{
          width: isSideways ? height : width,
          height: isSideways ? width : height,
          transform: `translate(-50%, -50%) rotate(${rotation}deg)`,
        }}
      >
        {children}
      </div>
    </div>
  )
}
