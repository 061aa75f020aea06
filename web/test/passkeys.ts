/** A browser that has passkeys. */
import { onTestFinished } from 'vitest'

/** Of the server's options, what the browser's library reads. */
export const passkeyOptionsOf = (options: object = {}) => ({
  options: {
    challenge: 'AAAA',
    rp: { id: 'localhost', name: 'Tendwell' },
    user: { id: 'AAAA', name: 'fay', displayName: 'Fay' },
    pubKeyCredParams: [],
    ...options,
  },
})

type Prompt = () => Promise<unknown>

/**
 * Gives jsdom passkeys until the test ends.
 * @param prompt the browser's prompt; it may reject as a browser does
 */
export function havePasskeys(prompt: Prompt = async () => passkeyCredential): void {
  Object.defineProperty(window, 'PublicKeyCredential', { configurable: true, value: class {} })
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: { get: prompt, create: prompt },
  })
  onTestFinished(() => {
    Reflect.deleteProperty(window, 'PublicKeyCredential')
    Reflect.deleteProperty(navigator, 'credentials')
  })
}

/** The user closes the browser's prompt. */
export const closePrompt: Prompt = () =>
  Promise.reject(new DOMException('The operation either timed out or was not allowed.', 'NotAllowedError'))

const bytes = new Uint8Array([1, 2, 3]).buffer

/** What a prompt answers, to a login and to a new passkey. */
const passkeyCredential = {
  id: 'AQID',
  rawId: bytes,
  type: 'public-key',
  response: { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes, attestationObject: bytes },
  getClientExtensionResults: () => ({}),
}
