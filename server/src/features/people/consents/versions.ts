import type { ConsentDocument } from '@tendwell/contract/people/own-data'

/** The versions that a person agreed to, where they said so. */
export type AgreedVersions = Partial<Record<ConsentDocument, string | undefined>>

/** The fields of a sign-up as versions. */
export function toAgreedVersions(body: {
  terms_version?: string | undefined
  privacy_version?: string | undefined
}): AgreedVersions {
  return { terms: body.terms_version, privacy: body.privacy_version }
}
