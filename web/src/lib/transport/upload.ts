import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react'

/** A call that sends a file. */
export interface Upload {
  url: string
  method: 'POST'
  body: FormData
  /** Called with 0 to 100 while the bytes are sent, which fetch can't say. */
  onPercent: ((percent: number) => void) | undefined
}

type Answer = { data: unknown } | { error: FetchBaseQueryError }

export function upload({ url, method, body, onPercent }: Upload, token: string | null): Promise<Answer> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open(method, `/api${url}`)
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.onprogress = ({ loaded, total }) => onPercent?.(total > 0 ? (loaded / total) * 100 : 0)
    request.onload = () => {
      const data = parse(request.responseText)
      const isGood = request.status >= 200 && request.status < 300
      resolve(isGood ? { data } : { error: { status: request.status, data } })
    }
    request.onerror = () => resolve({ error: { status: 'FETCH_ERROR', error: 'The upload did not arrive' } })
    request.send(body)
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
