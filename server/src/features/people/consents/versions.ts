import type { ConsentDocument } from '@tendwell/contract/people/own-data'

/** The versions of the terms and the privacy policy that a person agreed to; undefined where they didn't. */
export type AgreedVersions = Partial<Record<ConsentDocument, string | undefined>>

/** Reads the agreed versions from the fields of a request's body. */
export function toAgreedVersions(body: {
  terms_version?: string | undefined
  privacy_version?: string | undefined
}): AgreedVersions {
  return { terms: body.terms_version, privacy: body.privacy_version }
}
