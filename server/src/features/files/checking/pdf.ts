import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { createWorkQueue } from '../../../platform/limits/work-queue.ts'

const PRINT_AGAIN = 'Print it to a new PDF and upload that one'

/** Texts for the person who uploaded the file. */
const MESSAGES = {
  active: `This PDF contains scripts, attachments or other active content. ${PRINT_AGAIN}`,
  encrypted: `This PDF needs a password to open. ${PRINT_AGAIN}`,
  damaged: 'This PDF is damaged',
  complex: `This PDF is too complex to check. ${PRINT_AGAIN}`,
}
type Problem = keyof typeof MESSAGES
/**
 * The result of checking a PDF: what is wrong with it, or the bytes to store if they differ from the upload.
 */
export type PdfCheckResult = { problem: Problem | null; mended?: Uint8Array }

const TIMEOUT_MS = 10_000
const MAX_HEAP_MB = 128

/**
 * The worker isn't compiled, so it is loaded from `src`. The relative path is the same from `src` and `dist`.
 */
const workerFile = new URL('../../../../src/features/files/checking/pdf-worker.mjs', import.meta.url)

/** One PDF is checked at a time, to limit the memory; the others wait as files on the disk. */
const enqueue = createWorkQueue({ concurrency: 1, maxWaiting: 16 })

/**
 * Checks that a PDF only shows pages: no script, launched program, attachment, rich media or XFA form in any
 * object, no password, no damage.
 * @param source the file's path or its bytes
 * @returns `problem`: what is wrong, as a text for the person who uploaded it, or null. `mended`: the bytes
 *   to store if the PDF was written again, because it had text that a viewer could take for an object
 * @throws AppError 503 if too many wait
 * @see docs/rules/profiles-and-files.md#uploads
 */
export async function checkPdf(
  source: string | Uint8Array,
): Promise<{ problem: string | null; mended: Uint8Array | null }> {
  const { problem, mended = null } = await enqueue(() => checkInThread(source))
  return { problem: problem && MESSAGES[problem], mended }
}

/** Checks a PDF in a thread of its own, which alone ends if it runs out of time or memory. */
async function checkInThread(source: string | Uint8Array): Promise<PdfCheckResult> {
  const thread = new Worker(workerFile, {
    workerData: source,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    stdout: true,
    stderr: true,
  })
  try {
    const [result] = await once(thread, 'message', { signal: AbortSignal.timeout(TIMEOUT_MS) })
    return result
  } catch {
    return { problem: 'complex' }
  } finally {
    await thread.terminate()
  }
}
