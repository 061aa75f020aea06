import { expect, test } from 'vitest'
import { fillTemplate } from './page-renderer.ts'

const template =
  '<head><!--page-head--></head><body><div id="root"><!--page-body--></div><!--page-state--></body>'
const page = {
  status: 200 as const,
  head: "<title>$& $'</title>",
  body: "<main>$& $'</main>",
  state: { description: `</script><script>alert(1)</script> $& $'` },
}

test('fills the template with the page as it is', () => {
  const html = fillTemplate(template, page)
  expect(html).toContain("<head><title>$& $'</title></head>")
  expect(html).toContain(`<div id="root"><main>$& $'</main></div>`)
  expect(html).not.toContain('<!--page')
})

test('the state of a page can’t end its script element', () => {
  const html = fillTemplate(template, page)
  const [, state = ''] = /<script type="application\/json" id="page-state">(.*?)<\/script>/.exec(html) ?? []
  expect(JSON.parse(state)).toEqual(page.state)
  expect(html.match(/<script/g)).toHaveLength(1)
})

test('a page that only the browser renders has no state', () => {
  expect(fillTemplate(template, { status: 200, head: '', body: '', state: null })).toBe(
    '<head></head><body><div id="root"></div></body>',
  )
})
