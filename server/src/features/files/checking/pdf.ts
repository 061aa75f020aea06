import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { createWorkQueue } from '../../../platform/limits/work-queue.ts'

const PRINT_AGAIN = 'Print it to a new PDF and upload that one'

/** Texts for the person who uploaded the file. */
const MESSAGES = {
  active: `This PDF contains scripts, attachments or other active content. ${PRINT_AGAIN}`,
  encrypted: 'This PDF is protected by a password. Save it without one and upload it again',
  damaged: 'This PDF is damaged',
  complex: `This PDF is too complex to check. ${PRINT_AGAIN}`,
}
type Problem = keyof typeof MESSAGES
/** What is wrong with a PDF; otherwise its bytes, if it is to be stored in another form. */
export type Checked = { problem: Problem | null; mended?: Uint8Array }

const TIMEOUT_MS = 10_000
const MAX_HEAP_MB = 128

/**
 * Outside of the build, because the compiler leaves it as it is; the path is the same from the sources and
 * the build.
 */
const worker = new URL('./pdf-worker.mjs', import.meta.url)

/** Reading one PDF at a time bounds the memory; the others wait on the disk. */
const enqueue = createWorkQueue({ concurrency: 1, maxWaiting: 16 })

/**
 * Checks that a PDF only shows pages: no script, launched program, attachment, rich media or XFA form in any
 * object, no password, no damage.
 * @param source a path or the bytes
 * @returns what is wrong with it, for the person who uploaded it, or null; and the bytes to store if it was
 *   written again, because it has text in it that a viewer could take for an object
 * @throws AppError 503 when too many wait
 * @see docs/rules/profiles-and-files.md#uploads
 */
export async function checkPdf(
  source: string | Uint8Array,
): Promise<{ problem: string | null; mended: Uint8Array | null }> {
  const { problem, mended = null } = await enqueue(() => readInThread(source))
  return { problem: problem && MESSAGES[problem], mended }
}

/** A thread that runs out of time or memory ends alone. */
async function readInThread(source: string | Uint8Array): Promise<Checked> {
  const thread = new Worker(worker, {
    workerData: source,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    stdout: true,
    stderr: true,
  })
  try {
    const [checked] = await once(thread, 'message', { signal: AbortSignal.timeout(TIMEOUT_MS) })
    return checked
  } catch {
    return { problem: 'complex' }
  } finally {
    await thread.terminate()
  }
}
