import { useLocation } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { HeaderTools } from './header-tools.tsx'
import { MainContent, SkipLink } from './main-content.tsx'

/** The layout of every screen except the console's: header, content, footer. */
export function PublicLayout() {
  const { user, isLoggedIn } = useSession()
  // The chat fills the whole screen.
  const isWholeScreen = useLocation().pathname.startsWith(paths.chat)
  const member = isLoggedIn ? user : null
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <Header user={member} tools={member && <HeaderTools user={member} />} />
      <MainContent />
      {!isWholeScreen && <Footer user={member} />}
    </div>
  )
}
