import type { DocumentFile } from '@tendwell/contract/console/people'
import { useEffect, useEffectEvent, useState } from 'react'
import { now } from '../../lib/format/clock.ts'

/** A link this close to its end is not used any more. */
const MARGIN_MS = 10_000

interface LoadedFile {
  content: Blob | null
  hasFailed: boolean
}

const loading: LoadedFile = { content: null, hasFailed: false }

function isUsable(url: string): boolean {
  const expires = Number(new URL(url, window.location.origin).searchParams.get('expires'))
  return expires === 0 || expires * 1_000 > now() + MARGIN_MS
}

async function load(url: string | null, signal: AbortSignal): Promise<Blob | null> {
  if (!url || !isUsable(url)) return null
  const response = await fetch(url, { signal }).catch(() => null)
  if (response?.ok) return response.blob()
  // An answer that isn't read would stay open in the browser.
  await response?.text().catch(() => '')
  return null
}

/**
 * Loads a document once. If its link has expired or fails, it asks for a new one.
 * @param renew resolves to a new link to the same file; null if there is none
 */
export function useDocumentFile(
  { file_id: fileId, url }: Pick<DocumentFile, 'file_id' | 'url'>,
  renew: (fileId: string) => Promise<string | null>,
): LoadedFile & { retry: () => void } {
  const [file, setFile] = useState(loading)
  const [attempt, setAttempt] = useState(0)
  const open = useEffectEvent(async (signal: AbortSignal) => {
    const content = (await load(url, signal)) ?? (await load(await renew(fileId), signal))
    if (!signal.aborted) setFile({ content, hasFailed: content === null })
  })
  // Each opening is audited, so a new link to the same file opens it no second time.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file, or another attempt, loads again
  useEffect(() => {
    const controller = new AbortController()
    setFile(loading)
    open(controller.signal)
    return () => controller.abort()
  }, [fileId, attempt])
  return { ...file, retry: () => setAttempt(attempt + 1) }
}
