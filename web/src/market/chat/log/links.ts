/** A part of a message: plain text, or a link. */
export interface TextPart {
  text: string
  /** Null for plain text. */
  href: string | null
}

const urlPattern = /https?:\/\/[^\s<>"'`{}|\\^]+/gi

/** Splits a message at its URLs. Only http and https become links. */
export function splitLinks(message: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of message.matchAll(urlPattern)) {
    const text = trimPunctuation(match[0])
    const href = safeHref(text)
    if (href === null) continue
    if (match.index > end) parts.push({ text: message.slice(end, match.index), href: null })
    parts.push({ text, href })
    end = match.index + text.length
  }
  if (end < message.length) parts.push({ text: message.slice(end), href: null })
  return parts
}

/** Punctuation after a URL, and a bracket opened before it, belong to the sentence. */
function trimPunctuation(url: string): string {
  let unmatched = url.split(')').length - url.split('(').length
  let end = url.length
  for (; ; end -= 1) {
    const last = url[end - 1] ?? ''
    const isUnmatched = last === ')' && unmatched > 0
    if (!isUnmatched && !/[.,;:!?\]]/.test(last)) return url.slice(0, end)
    if (isUnmatched) unmatched -= 1
  }
}

/** The address of a website, in its plain form; null for anything else. */
export function safeHref(text: string): string | null {
  try {
    const url = new URL(text)
    const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
    // `https://bank.example@evil.example` looks like the first host and opens the second.
    return isWeb && url.hostname && !url.username && !url.password ? url.href : null
  } catch {
    return null
  }
}
