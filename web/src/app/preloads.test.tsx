import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Preloads } from './preloads.tsx'

it('names a screen’s files once, with its layout’s and without those of the app', () => {
  const manifest = {
    'index.html': { file: 'assets/index.js' },
    _shared: { file: 'assets/shared.js', imports: ['index.html'] },
    'src/market/chat/chat-page.tsx': { file: 'assets/chat.js', imports: ['index.html', '_shared'] },
    'src/console/jobs/jobs-page.tsx': { file: 'assets/jobs.js', imports: ['_shared'] },
    'src/app/layouts/console-layout.tsx': { file: 'assets/layout.js', imports: ['_shared'] },
  }
  const list = (route: 'chat' | 'adminJobs' | 'home') =>
    [...renderToStaticMarkup(<Preloads route={route} manifest={manifest} />).matchAll(/href="([^"]+)"/g)].map(
      ([, file]) => file,
    )
  expect(list('chat')).toEqual(['/assets/chat.js', '/assets/shared.js'])
  expect(list('adminJobs')).toEqual(['/assets/jobs.js', '/assets/shared.js', '/assets/layout.js'])
  expect(list('home')).toEqual([])
})
