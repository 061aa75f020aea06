import type { BaseQueryApi, FetchBaseQueryError } from '@reduxjs/toolkit/query/react'
import { type SessionState, selectSession } from '../session/session.ts'
import { refreshSession } from '../session/token-refresh.ts'

interface Upload {
  /** Such as `/auth/caregiver/avatar/`. */
  path: string
  form: FormData
  /** Called with 0 to 100 while the bytes are sent. */
  onPercent?: ((percent: number) => void) | undefined
}

type Answer = { data: unknown } | { error: FetchBaseQueryError }

/**
 * A multipart POST that reports its progress, which fetch can't. For an endpoint's `queryFn`:
 * `queryFn: (arg, api) => upload({ path: '…', form: arg.form, onPercent: arg.onPercent }, api)`.
 */
export async function upload(
  task: Upload,
  context: Pick<BaseQueryApi, 'dispatch' | 'getState'>,
): Promise<Answer> {
  const token = () => selectSession(context.getState() as { session: SessionState }).token
  const first = token()
  const answer = await post(task, first)
  if (!first || !('error' in answer) || answer.error.status !== 401) return answer
  const isRefreshed = await refreshSession(first)(context.dispatch, context.getState)
  return isRefreshed ? post(task, token()) : answer
}

function post({ path, form, onPercent }: Upload, token: string | null): Promise<Answer> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/api${path}`)
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.onprogress = ({ loaded, total }) => onPercent?.(total > 0 ? (loaded / total) * 100 : 0)
    request.onload = () => {
      const data = parse(request.responseText)
      const isGood = request.status >= 200 && request.status < 300
      resolve(isGood ? { data } : { error: { status: request.status, data } })
    }
    request.onerror = () => resolve({ error: { status: 'FETCH_ERROR', error: 'The upload did not arrive' } })
    request.send(form)
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
