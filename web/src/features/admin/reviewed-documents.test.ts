import { expect, it } from 'vitest'
import { ReviewedDocuments } from './reviewed-documents.ts'

const none = { id_front: null, id_back: null, certificate: null }
const before = { id: 7, document_ids: { ...none, id_front: 'before' } }
const after = { id: 7, document_ids: { ...none, id_front: 'after' } }

it('keeps the documents with which a row first appeared', () => {
  const reviewed = new ReviewedDocuments()
  reviewed.add([before, { id: 8, document_ids: none }])
  reviewed.add([after])
  expect(reviewed.get(after)).toEqual(before.document_ids)
  expect(reviewed.get({ id: 8, document_ids: after.document_ids })).toEqual(none)
})

it('takes the newer documents once the earlier ones are forgotten', () => {
  const reviewed = new ReviewedDocuments()
  reviewed.add([before])
  reviewed.forget(7)
  reviewed.add([after])
  expect(reviewed.get(before)).toEqual(after.document_ids)
})
