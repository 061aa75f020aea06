import { agreed } from '../../../../test/own-data.ts'
import { answering } from '../../../../test/stories.tsx'
import { ConsentBanner } from './consent-banner.tsx'

export default { component: ConsentBanner }

const outdated = {
  ...agreed,
  terms: { version: '2025-01-01', at: '2025-01-02T09:00:00Z' },
  is_outdated: true,
}

const never = { terms: null, privacy: null, is_outdated: true }

export const Outdated = answering('get /api/account/consents', outdated)
export const NeverAgreed = answering('get /api/account/consents', never)
