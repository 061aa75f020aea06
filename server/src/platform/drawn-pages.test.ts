import type { Drawing } from '@tendwell/contract/drawing'
import { expect, test } from 'vitest'
import { fillFrame } from './drawn-pages.ts'

const frame = `<html><head>
    <meta
      name="description"
      content="General words"
    />
    <meta property="og:title" content="General title" />
    <meta property="og:description" content="General words" />
    <meta property="og:image" content="https://here.test/social-card.png" />
    <meta property="og:image:width" content="1200" />
    <meta property="og:image:height" content="630" />
    <meta property="og:image:alt" content="General picture" />
    <meta name="twitter:card" content="summary_large_image" />
    <title>General title</title>
  </head><body><div id="root"></div></body></html>`
const hostile = `"><script>alert(1)</script> $& $' O'Neil`
const escaped = '&#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62; $&#38; $&#39; O&#39;Neil'
const drawing: Drawing = {
  head: '<title>Page title</title>',
  body: "<main>$& $'</main>",
  known: [{ endpointName: 'publicCaregiver', arg: 7, value: { description: `</script>${hostile}` } }],
  about: {
    title: hostile,
    description: hostile,
    path: '/caregivers/7',
    picture: { path: '/avatars/7', name: hostile },
  },
}

test('replaces the default meta tags with the page’s own, escaped', () => {
  const page = fillFrame(frame, drawing, 'https://here.test')
  expect(page).toContain(`<div id="root"><main>$& $'</main></div>`)
  expect(page).toContain('<title>Page title</title>')
  expect(page).toContain('<link rel="canonical" href="https://here.test/caregivers/7">')
  for (const name of ['og:title', 'og:description', 'og:image:alt']) {
    expect(page).toContain(`<meta property="${name}" content="${escaped}" />`)
  }
  expect(page).toContain('<meta property="og:image" content="https://here.test/avatars/7" />')
  expect(page).toContain('<meta name="twitter:card" content="summary" />')
  expect(page).not.toMatch(/General|og:image:width|og:image:height|social-card/)
})

test('the data of a page can’t end its script element', () => {
  const page = fillFrame(frame, drawing, 'https://here.test')
  const [, answers = ''] =
    /<script type="application\/json" id="known-answers">(.*?)<\/script>/.exec(page) ?? []
  expect(JSON.parse(answers)).toEqual(drawing.known)
  expect(page.match(/<script/g)).toHaveLength(1)
})

test('keeps the default card for a page without a picture', () => {
  const page = fillFrame(
    frame,
    { ...drawing, about: { ...drawing.about, picture: null } },
    'https://here.test',
  )
  expect(page).toContain('social-card.png')
  expect(page).toContain('summary_large_image')
})
