/** A fake of Google's script, which jsdom doesn't load. */
import { act, waitFor } from '@testing-library/react'
import { onTestFinished } from 'vitest'

/** The script element that the page has added for Google. */
export async function findGoogleScript(): Promise<HTMLScriptElement> {
  return waitFor(() => {
    const script = document.querySelector<HTMLScriptElement>('script[src^="https://accounts.google.com/"]')
    if (!script) throw new Error('The page has not asked for Google’s script')
    return script
  })
}

/** Loads the fake. @returns a function that presses Google's button, which returns a credential */
export async function loadGoogle(): Promise<(credential?: string) => void> {
  let answerWith: (response: { credential?: string }) => void = () => {}
  const id = {
    initialize: ({ callback }: { callback: typeof answerWith }) => {
      answerWith = callback
    },
    renderButton: (parent: HTMLElement) => parent.append('Google’s button'),
  }
  Object.assign(window, { google: { accounts: { id } } })
  onTestFinished(() => void Reflect.deleteProperty(window, 'google'))
  const script = await findGoogleScript()
  act(() => script.dispatchEvent(new Event('load')))
  return (credential) => act(() => answerWith(credential ? { credential } : {}))
}
