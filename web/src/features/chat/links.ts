/** A stretch of a message: words, or words that are an address on the web. */
export interface Stretch {
  text: string
  href: string | null
}

const address = /https?:\/\/[^\s<>"'`{}|\\^]+/gi

/** Splits a message at the addresses in it. Only http and https make a link; everything else stays words. */
export function stretchesOf(message: string): Stretch[] {
  const stretches: Stretch[] = []
  let done = 0
  for (const match of message.matchAll(address)) {
    const text = withoutTrail(match[0])
    const href = safeHref(text)
    if (href === null) continue
    if (match.index > done) stretches.push({ text: message.slice(done, match.index), href: null })
    stretches.push({ text, href })
    done = match.index + text.length
  }
  if (done < message.length) stretches.push({ text: message.slice(done), href: null })
  return stretches
}

/** What ends a sentence, or closes a bracket that was opened before the address, is not part of it. */
function withoutTrail(text: string): string {
  let kept = text
  for (;;) {
    const last = kept.at(-1) ?? ''
    const closesNothing = last === ')' && kept.split('(').length < kept.split(')').length
    if (!/[.,;:!?\]]/.test(last) && !closesNothing) return kept
    kept = kept.slice(0, -1)
  }
}

function safeHref(text: string): string | null {
  try {
    const url = new URL(text)
    const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
    // `https://bank.example@evil.example` would be read as the first and lead to the second.
    return isWeb && url.hostname && !url.username && !url.password ? url.href : null
  } catch {
    return null
  }
}
