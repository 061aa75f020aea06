import type { FastifyReply } from 'fastify'

/** Escapes a text for HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/**
 * Allows a page to run certain inline scripts and no others.
 * @param sources the scripts' hashes, as a content security policy writes them
 */
export function allowInlineScripts(reply: FastifyReply, sources: string): void {
  const policy = String(reply.getHeader('content-security-policy'))
  reply.header('content-security-policy', policy.replace("script-src 'self'", `script-src 'self' ${sources}`))
}
