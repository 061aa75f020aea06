import { useLocation } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { HeaderTools } from './header-tools.tsx'
import { MainContent, SkipLink } from './main-content.tsx'

/** Every screen but the admin's: header, screen, footer. */
export function PublicLayout() {
  const { user, isLoggedIn } = useSession()
  // The conversation takes all the room there is, and the keyboard's place is at its foot.
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
