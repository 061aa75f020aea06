import { expect, it } from 'vitest'
import { ShownDocuments } from './shown-documents.ts'

const none = { id_front: null, id_back: null, certificate: null }
const old = { id: 7, document_ids: { ...none, id_front: 'old' } }
const fresh = { id: 7, document_ids: { ...none, id_front: 'new' } }
const other = { id: 8, document_ids: none }

it('rows keep the documents with which they appeared, until a decision on those is refused', () => {
  const shown = new ShownDocuments()
  expect(shown.asShown([old, other])).toEqual([old, other])
  expect(shown.asShown([other, fresh])).toEqual([other, old])
  shown.refused(old)
  // The list may be drawn once more before it was read anew.
  expect(shown.asShown([old])).toEqual([old])
  expect(shown.asShown([fresh])).toEqual([fresh])
  expect(shown.asShown([old])).toEqual([fresh])
})

it('who was decided on comes back with what there is then', () => {
  const shown = new ShownDocuments()
  shown.asShown([old])
  shown.decided(old)
  expect(shown.asShown([fresh])).toEqual([fresh])
})
