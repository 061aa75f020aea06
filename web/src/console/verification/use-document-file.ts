import type { DocumentFile } from '@tendwell/contract/console/people'
import { useEffect, useEffectEvent, useState } from 'react'
import { now } from '../../lib/format/clock.ts'

/** A link this close to its end is not used any more. */
const MARGIN_MS = 10_000

interface LoadedFile {
  fileId: string
  content: Blob | null
  /** Set after a failed attempt, until one succeeds. */
  failure: { error: unknown } | null
  isLoading: boolean
}

function isUsable(url: string): boolean {
  const expires = Number(new URL(url, window.location.origin).searchParams.get('expires'))
  return expires === 0 || expires * 1_000 > now() + MARGIN_MS
}

const offline = { status: 'FETCH_ERROR' }

/** The file, or why there is none, as calls fail; null if the link is of no use. */
async function load(
  url: string | null,
  signal: AbortSignal,
): Promise<Pick<LoadedFile, 'content' | 'failure'>> {
  if (!url || !isUsable(url)) return { content: null, failure: { error: null } }
  const response = await fetch(url, { signal }).catch(() => null)
  if (response?.ok) return { content: await response.blob(), failure: null }
  // An answer that isn't read would stay open in the browser.
  await response?.text().catch(() => '')
  return { content: null, failure: { error: response ? null : offline } }
}

/**
 * Loads a document once. If its link has expired or fails, it asks for a new one.
 * @param renew resolves to a new link to the same file; null if there is none
 */
export function useDocumentFile(
  { file_id: fileId, url }: Pick<DocumentFile, 'file_id' | 'url'>,
  renew: (fileId: string) => Promise<string | null>,
): LoadedFile & { retry: () => void } {
  const loading = { fileId, content: null, failure: null, isLoading: true }
  const [file, setFile] = useState<LoadedFile>(loading)
  const [attempt, setAttempt] = useState(0)
  const open = useEffectEvent(async (signal: AbortSignal) => {
    const first = await load(url, signal)
    const loaded = first.content ? first : await load(await renew(fileId), signal)
    if (!signal.aborted) setFile({ ...loaded, fileId, isLoading: false })
  })
  // Each opening is audited, so a new link to the same file opens it no second time.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file, or another attempt, loads again
  useEffect(() => {
    const controller = new AbortController()
    setFile((known) => (known.fileId === fileId ? { ...known, isLoading: true } : loading))
    open(controller.signal)
    return () => controller.abort()
  }, [fileId, attempt])
  return { ...file, retry: () => setAttempt(attempt + 1) }
}
