import type { FastifyReply } from 'fastify'

/** Escapes a text for HTML content and quoted attributes. */
export function escapeHtml(value: string): string {
  return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/**
 * Lets a page run these inline scripts and no others.
 * @param sources their hashes, as in a content security policy
 */
export function allowInlineScripts(reply: FastifyReply, sources: string): void {
  const policy = String(reply.getHeader('content-security-policy'))
  reply.header('content-security-policy', policy.replace("script-src 'self'", `script-src 'self' ${sources}`))
}
