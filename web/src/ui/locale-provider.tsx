import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'

/** Sets English: React Aria would otherwise use the browser's language. */
export function LocaleProvider({ children }: { children: ReactNode }) {
  return <I18nProvider locale="en-US">{children}</I18nProvider>
}
