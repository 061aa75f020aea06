import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'

/** The interface is in English alone: react-aria would otherwise take the browser's language. */
export function InEnglish({ children }: { children: ReactNode }) {
  return <I18nProvider locale="en-US">{children}</I18nProvider>
}
