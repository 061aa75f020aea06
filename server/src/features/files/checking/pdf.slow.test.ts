/** PDFs that do more than show pages are refused. @see docs/rules/profiles-and-files.md#uploads */
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { deflateSync } from 'node:zlib'
import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type TestApp, testApp } from '../../../../test/app.ts'
import { makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { makeDispute } from '../../../../test/factories/disputes.ts'
import { makePdf, PDF, toForm } from '../../../../test/factories/profiles.ts'

const ACTIVE =
  'This PDF contains scripts, attachments or other active content. Print it to a new PDF and upload that one'
const ENCRYPTED = 'This PDF needs a password to open. Print it to a new PDF and upload that one'
const DAMAGED = 'This PDF is damaged'

const PAGES = '<</Type/Pages/Kids[3 0 R]/Count 1>>'
const PAGE = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>'
const SCRIPT = '<</S/JavaScript/JS(app.alert(1))>>'

let app: TestApp
let caregiver: TestUser
beforeAll(async () => {
  app = await testApp()
  caregiver = await makeUser(app, { role: 'caregiver' })
})
afterAll(() => app.close())

const upload = (content: Buffer): Promise<Answer> =>
  caregiver.client.upload('/api/auth/caregiver/documents', toForm({ certificate: { content } }))

const listStored = () => readdir(path.join(app.deps.config.dataDir, 'files'))

/** A PDF whose catalog, page and further objects have these parts. */
function withParts({
  catalog = '',
  page = '',
  more = [],
}: {
  catalog?: string
  page?: string
  more?: string[]
}) {
  return makePdf({
    objects: [
      `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
      PAGES,
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]${page}>>`,
      ...more,
    ],
  })
}

async function expectRefused(content: Buffer, message: string): Promise<void> {
  const before = await listStored()
  const { status, body } = await upload(content)
  expect([status, body.certificate]).toEqual([400, [message]])
  expect(await listStored()).toEqual(before)
}

/** A compressed stream of one object. @param content its number, its place and its text */
function pack(content: string | Buffer): string {
  const packed = deflateSync(content, { level: 9 })
  const dict = `<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${packed.length}>>`
  return `${dict}stream\n${packed.toString('latin1')}\nendstream`
}

/** A PDF that the library pdf-lib writes, with objects compressed in streams. */
async function compressed(change: (document: PDFDocument) => unknown): Promise<Buffer> {
  const document = await PDFDocument.create()
  document.addPage()
  await change(document)
  return Buffer.from(await document.save({ useObjectStreams: true }))
}

describe('a PDF is refused', () => {
  it.each([
    ['a script when it opens', { catalog: `/OpenAction${SCRIPT}` }],
    ['a script in its name tree', { catalog: `/Names<</JavaScript<</Names[(x)${SCRIPT}]>>>>` }],
    ['a script when a page opens', { page: `/AA<</O${SCRIPT}>>` }],
    ['a script by a reference', { catalog: '/OpenAction 4 0 R', more: ['<</S 5 0 R>>', '/JavaScript'] }],
    ['a script under encoded names', { catalog: '/Open#41ction<</#53/#4a#61vaScript/#4AS(app.alert(1))>>' }],
    ['a script that nothing refers to', { more: [SCRIPT] }],
    ['a program to launch', { catalog: '/OpenAction<</S/Launch/F(cmd.exe)>>' }],
    [
      'an attachment',
      { catalog: '/Names<</EmbeddedFiles<</Names[(x)4 0 R]>>>>', more: ['<</Type/Filespec/F(x)>>'] },
    ],
    [
      'an attachment on a page',
      { page: '/Annots[<</Subtype/FileAttachment/FS<</EF<</F 4 0 R>>>>>>]', more: ['()'] },
    ],
    ['rich media', { page: '/Annots[<</Type/Annot/Subtype/RichMedia>>]' }],
    ['an XFA form', { catalog: '/AcroForm<</XFA 4 0 R/Fields[]>>', more: ['()'] }],
  ])('with %s', async (_what, parts) => {
    await expectRefused(withParts(parts), ACTIVE)
  })

  it('with a script or an attachment inside a compressed object', async () => {
    const scripted = withParts({ catalog: '/OpenAction 9 0 R', more: [pack(`9 0 ${SCRIPT}`)] })
    expect(scripted.toString('latin1')).not.toContain('JavaScript')
    await expectRefused(scripted, ACTIVE)
    await expectRefused(await compressed((document) => document.addJavaScript('x', 'alert(1)')), ACTIVE)
    await expectRefused(await compressed((document) => document.attach(Buffer.from('MZ'), 'x.exe')), ACTIVE)
  })

  it('with a script in an object that a later one replaces', async () => {
    const text = withParts({ catalog: '/OpenAction 4 0 R', more: [SCRIPT] }).toString('latin1')
    const hidden = text.replace('xref\n', '4 0 obj\n[3 0 R/Fit]\nendobj\nxref\n')
    await expectRefused(Buffer.from(hidden, 'latin1'), ACTIVE)
  })

  it('with a script in an object stream that does not say it is one', async () => {
    const unnamed = pack(`9 0 ${SCRIPT}`).replace('/Type/ObjStm', '')
    await expectRefused(withParts({ catalog: '/OpenAction 9 0 R', more: [unnamed] }), DAMAGED)
  })

  it.each([
    ['a stream', `<</Length 60>>stream\n9 0 obj${SCRIPT}endobj\nendstream`],
    ['a comment', `null\n%9 0 obj${SCRIPT}endobj`],
    ['a string', `(9%x\n0\tobj${SCRIPT})`],
  ])('with a script in an object inside %s', async (_where, object) => {
    await expectRefused(withParts({ catalog: '/OpenAction 9 0 R', more: [object] }), DAMAGED)
  })

  it('with a script in the catalog of an earlier trailer', async () => {
    const text = withParts({}).toString('latin1')
    const earlier = `trailer\n<</Root<</Type/Catalog/Pages 2 0 R/OpenAction${SCRIPT}>>>>\n`
    await expectRefused(Buffer.from(text.replace('trailer\n', `${earlier}trailer\n`), 'latin1'), ACTIVE)
  })

  it('with a password', async () => {
    const objects = [
      '<</Type/Catalog/Pages 2 0 R>>',
      PAGES,
      PAGE,
      '<</Filter/Standard/V 1/R 2/O()/U()/P -4>>',
    ]
    await expectRefused(makePdf({ objects, trailer: '/Encrypt 4 0 R/ID[(a)(b)]' }), ENCRYPTED)
  })

  it('with a password to open it, or with a script under one that only protects it', async () => {
    const lock = (userPassword: string) => (document: PDFDocument) => {
      document.addJavaScript('x', 'alert(1)')
      document.encrypt({ ownerPassword: 'ours', userPassword })
    }
    await expectRefused(await compressed(lock('theirs')), ENCRYPTED)
    await expectRefused(await compressed(lock('')), ACTIVE)
  })

  it('when it is cut off, has no pages or is none', async () => {
    const whole = await compressed(() => {})
    await expectRefused(whole.subarray(0, whole.length / 2), DAMAGED)
    await expectRefused(makePdf({ objects: ['<</Type/Catalog>>'] }), DAMAGED)
    await expectRefused(Buffer.from(`%PDF-1.7\n${'words '.repeat(100)}`), DAMAGED)
    await expectRefused(makePdf({ objects: [`${'['.repeat(100_000)}`, PAGES, PAGE] }), DAMAGED)
  })

  it('as evidence too', async () => {
    const { id, request } = await makeDispute(app)
    const content = withParts({ catalog: `/OpenAction${SCRIPT}` })
    const form = toForm({ file: { content } })
    const answer = await request.family.client.upload(`/api/disputes/${id}/evidence`, form)
    expect([answer.status, answer.body.file]).toEqual([400, [ACTIVE]])
  })

  it('when its objects unpack to very much, while other calls are answered', async () => {
    const content = withParts({ more: [pack(Buffer.alloc(300 * 1024 * 1024))] })
    const before = process.memoryUsage.rss()
    const refused = expectRefused(content, DAMAGED)
    expect((await app.visitor.get('/healthz')).status).toBe(200)
    await refused
    expect(process.memoryUsage.rss() - before).toBeLessThan(150 * 1024 * 1024)
  })
})

describe('a PDF is stored unchanged', () => {
  async function expectUnchanged(content: Buffer): Promise<void> {
    const { status, body } = await upload(content)
    expect(status).toBe(200)
    expect((await caregiver.client.get(body.certificate)).body).toBe(content.toString())
  }

  it.each([
    [
      'with links, a form and a page to open at',
      Buffer.from(
        withParts({
          catalog: '/OpenAction[3 0 R/Fit]/AcroForm<</Fields[]>>',
          page: '/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(https://example.test)>>>>]',
        }),
      ),
    ],
    ['of one page', Buffer.from(PDF)],
    ['of several megabytes', makePdf({ bytes: 8 * 1024 * 1024 })],
  ])('%s', async (_what, content) => {
    await expectUnchanged(content)
  })

  it('with compressed objects', async () => {
    await expectUnchanged(await compressed(() => {}))
  })

  it('with a password that only protects it from changes', async () => {
    const lock = (document: PDFDocument) => document.encrypt({ ownerPassword: 'ours', userPassword: '' })
    await expectUnchanged(await compressed(lock))
  })

  it('after bytes that a mail or a web server put in front', async () => {
    const content = Buffer.concat([
      Buffer.from('\r\nContent-Type: application/pdf\r\n\r\n'),
      Buffer.from(PDF),
    ])
    await expectUnchanged(content)
  })

  it('with text that looks like the beginning of an object', async () => {
    const text = 'BT (see 12 0 obj) Tj (12 0 obj 13 0 R) Tj ET'
    const stream = `<</Length ${text.length}>>stream\n${text}\nendstream`
    await expectUnchanged(withParts({ page: '/Contents 4 0 R', more: [stream, '(7 0 obj)'] }))
  })
})

describe('a PDF is written again', () => {
  const text = '12 0 obj <</A 1>> endobj'
  const stream = `<</Length ${text.length}>>stream\n${text}\nendstream`
  const MANY = Array.from({ length: 9 }, (_, index) => `(${index})`)

  it.each([
    ['with what looks like an object in a stream', withParts({ page: '/Contents 4 0 R', more: [stream] })],
    ['with what looks like an object in a string', withParts({ more: [`(${text})`] })],
    ['with what looks like an object in a comment', withParts({ more: [`null\n% ${text}`] })],
    [
      'with what looks like one of its objects',
      withParts({ page: '/Contents 4 0 R', more: [stream, ...MANY] }),
    ],
    [
      'with such a comment and without its end',
      Buffer.from(
        withParts({ more: [`null % ${text}\n`] })
          .toString('latin1')
          .replace('%%EOF\n', ''),
        'latin1',
      ),
    ],
  ])('%s', async (_what, content) => {
    const { status, body } = await upload(content)
    expect(status).toBe(200)
    const opened = await caregiver.client.get(body.certificate)
    expect(opened.body).toMatch(/^%PDF-/)
    expect(opened.body).not.toBe(content.toString())
  })

  it('without what its table named inside of a stream', async () => {
    const hidden = `4 0 obj${SCRIPT}endobj`
    const more = ['[3 0 R/Fit]', `<</Length ${hidden.length}>>stream\n${hidden}\nendstream`]
    const whole = withParts({ catalog: '/OpenAction 4 0 R', more }).toString('latin1')
    const place = (at: number) => String(at).padStart(10, '0')
    const [real, fake] = [whole.indexOf('4 0 obj\n'), whole.indexOf(hidden)]
    const { status, body } = await upload(Buffer.from(whole.replace(place(real), place(fake)), 'latin1'))
    expect(status).toBe(200)
    const opened: string = (await caregiver.client.get(body.certificate)).body
    // The PDF was written again: its only table is compressed, so there is no plain `xref`.
    expect(opened).not.toMatch(/\nxref\n/)
    expect(opened).not.toContain(place(fake))
  })
})

it('a PDF is stored unchanged without its last line', async () => {
  for (const end of ['%%EOF\n', /startxref[\s\S]*/, /trailer[\s\S]*/]) {
    const content = Buffer.from(PDF.replace(end, ''), 'latin1')
    const { status, body } = await upload(content)
    expect(status).toBe(200)
    expect((await caregiver.client.get(body.certificate)).body).toBe(content.toString())
  }
})
