/**
 * Google's sign-in script, loaded by the two screens that show its button and only where a client id is
 * configured (the server's content policy allows it there alone).
 */
const scriptUrl = 'https://accounts.google.com/gsi/client'
const loadMs = 10_000

/** The part of Google Identity Services that is used here. */
export interface GoogleIdentity {
  initialize: (options: {
    client_id: string
    callback: (answer: { credential?: string }) => void
    use_fedcm_for_button?: boolean
  }) => void
  renderButton: (
    parent: HTMLElement,
    options: {
      text: 'continue_with'
      theme: 'outline' | 'filled_black'
      size: 'large'
      width: number
      locale: string
    },
  ) => void
}

declare global {
  interface Window {
    google?: { accounts?: { id?: GoogleIdentity } }
  }
}

let loading: Promise<GoogleIdentity> | null = null

/** The script once it is there; a failure is not kept, so that the next screen tries again. */
export function loadGoogleIdentity(): Promise<GoogleIdentity> {
  loading ??= load().catch((error) => {
    loading = null
    throw error
  })
  return loading
}

function load(): Promise<GoogleIdentity> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      script.remove()
      reject(new Error('Google sign-in could not be loaded'))
    }
    const timer = setTimeout(fail, loadMs)
    script.src = scriptUrl
    script.async = true
    script.onerror = () => {
      clearTimeout(timer)
      fail()
    }
    script.onload = () => {
      clearTimeout(timer)
      const identity = window.google?.accounts?.id
      if (identity) resolve(identity)
      else fail()
    }
    document.head.append(script)
  })
}
