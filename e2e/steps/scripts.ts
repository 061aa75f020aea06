import { type CDPSession, expect } from '@playwright/test'

const maximumScripts = 25

export type Scripts = Awaited<ReturnType<typeof watchScripts>>

/** Watches which scripts a page asks for, and which of them its HTML names. */
export async function watchScripts(devTools: CDPSession) {
  const all = new Set<string>()
  const named = new Set<string>()
  devTools.on('Network.requestWillBeSent', ({ type, request, initiator }) => {
    if (type === 'Document') for (const scripts of [all, named]) scripts.clear()
    if (!request.url.endsWith('.js')) return
    all.add(request.url)
    if (initiator.type === 'parser') named.add(request.url)
  })
  await devTools.send('Network.enable')
  return {
    /** Expects few scripts, and the screen's own among those that load while the app does. */
    expectFew(path: string) {
      expect.soft(all.size, `the scripts of ${path}`).toBeLessThanOrEqual(maximumScripts)
      expect.soft([...named].join(), path).toMatch(/-page-[\w-]+\.js/)
    },
  }
}
