import { getDocument, type PDFDocumentProxy, type PDFPageProxy, PDFWorker } from 'pdfjs-dist'
import WorkerThread from 'pdfjs-dist/build/pdf.worker.min.mjs?worker'

/** Pages are drawn with this many pixels on their longer side, enough to zoom in. */
const PIXELS = 2_000

/** Opens a PDF, which a worker of its own reads until `end` is called. */
export async function openPdf(content: Blob): Promise<{ pdf: PDFDocumentProxy; end: () => void }> {
  const thread = new WorkerThread()
  const data = await content.arrayBuffer()
  // The content policy forbids code made from strings and WebAssembly.
  const safe = { isEvalSupported: false, useWasm: false }
  const task = getDocument({ ...safe, data, worker: PDFWorker.create({ port: thread }) })
  const end = () => void task.destroy().finally(() => thread.terminate())
  try {
    return { pdf: await task.promise, end }
  } catch (error) {
    end()
    throw error
  }
}

/** Draws a page of a PDF. */
export async function drawPage(page: PDFPageProxy, canvas: HTMLCanvasElement): Promise<void> {
  const { width, height } = page.getViewport({ scale: 1 })
  const viewport = page.getViewport({ scale: PIXELS / Math.max(width, height) })
  canvas.width = viewport.width
  canvas.height = viewport.height
  await page.render({ canvas, viewport }).promise
}
