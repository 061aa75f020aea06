import { type AuditQuery, auditEntry, type noteBody, noteResponse } from '@tendwell/contract/console/audit'
import { bookingMessage, bookingRecord, shownVisit } from '@tendwell/contract/console/bookings'
import {
  type DocumentKind,
  type documentCheckBody,
  documentCheckResponse,
  type renewalDecisionBody,
  renewalDecisionResponse,
} from '@tendwell/contract/console/documents'
import {
  adminMeeting,
  adminReview,
  adminSession,
  personRecord,
  shownContact,
} from '@tendwell/contract/console/people'
import type { AccessReason } from '@tendwell/contract/staff/staff-access'
import type { z } from 'zod'
import { api } from '../../../lib/transport/api-base.ts'
import { readList } from '../../../lib/transport/list.ts'

const recordsTag = { type: 'Admin', id: 'records' } as const
const historyTag = { type: 'Admin', id: 'history' } as const
const notesTag = { type: 'Admin', id: 'notes' } as const

/** A page of what belongs to one record. */
interface RecordPage {
  subject: string
  topic?: 'verification'
  page: number
  page_size: number
}

interface PersonPage {
  id: number
  page: number
  page_size: number
}

interface DocumentCheckCall {
  id: number
  kind: DocumentKind
  body: z.output<typeof documentCheckBody>
  key: string
}

/** Whose data is shown, by number, and why. */
interface ShowCall {
  id: number
  reason: AccessReason
}

interface RenewalDecisionCall {
  id: number
  kind: DocumentKind
  body: z.output<typeof renewalDecisionBody>
}

const recordsApi = api.injectEndpoints({
  endpoints: (build) => ({
    person: build.query<z.output<typeof personRecord>, string>({
      query: (id) => `/admin-panel/people/${encodeURIComponent(id)}/`,
      responseSchema: personRecord,
      providesTags: [recordsTag, { type: 'Admin', id: 'users' }],
    }),
    showContact: build.mutation<z.output<typeof shownContact>, ShowCall>({
      query: ({ id, reason }) => ({
        url: `/admin-panel/people/${id}/contact/show/`,
        method: 'POST',
        body: { reason },
      }),
      responseSchema: shownContact,
      invalidatesTags: [historyTag],
    }),
    showVisit: build.mutation<z.output<typeof shownVisit>, ShowCall>({
      query: ({ id, reason }) => ({
        url: `/admin-panel/bookings/${id}/visit/show/`,
        method: 'POST',
        body: { reason },
      }),
      responseSchema: shownVisit,
      invalidatesTags: [historyTag],
    }),
    personReviews: build.query({
      query: ({ id, ...params }: PersonPage) => ({ url: `/admin-panel/people/${id}/reviews/`, params }),
      transformResponse: readList(adminReview),
      providesTags: [recordsTag],
    }),
    personMeetings: build.query({
      query: ({ id, ...params }: PersonPage) => ({ url: `/admin-panel/people/${id}/meetings/`, params }),
      transformResponse: readList(adminMeeting),
      providesTags: [recordsTag],
    }),
    personSessions: build.query({
      query: ({ id, ...params }: PersonPage) => ({ url: `/admin-panel/people/${id}/sessions/`, params }),
      transformResponse: readList(adminSession),
      providesTags: [recordsTag, { type: 'Admin', id: 'users' }],
    }),
    bookingRecord: build.query<z.output<typeof bookingRecord>, string>({
      query: (id) => `/admin-panel/bookings/${encodeURIComponent(id)}/`,
      responseSchema: bookingRecord,
      providesTags: [recordsTag, { type: 'Admin', id: 'requests' }],
    }),
    bookingMessages: build.query({
      query: ({ id, ...params }: ShowCall & { page: number; page_size: number }) => ({
        url: `/admin-panel/bookings/${id}/messages/`,
        params,
      }),
      transformResponse: readList(bookingMessage),
      // Each reading is recorded, so a list that was closed is not kept.
      keepUnusedDataFor: 0,
    }),
    auditLog: build.query({
      query: (params: AuditQuery) => ({ url: '/admin-panel/audit/', params }),
      transformResponse: readList(auditEntry),
    }),
    history: build.query({
      query: (params: RecordPage) => ({ url: '/admin-panel/history/', params }),
      transformResponse: readList(auditEntry),
      providesTags: [recordsTag, historyTag, { type: 'Admin', id: 'users' }],
    }),
    checkDocument: build.mutation<z.output<typeof documentCheckResponse>, DocumentCheckCall>({
      query: ({ id, kind, body, key }) => ({
        url: `/admin-panel/caregivers/${id}/documents/${kind}/check/`,
        method: 'POST',
        body,
        headers: { 'Idempotency-Key': key },
      }),
      responseSchema: documentCheckResponse,
      // Also after a failure: the caregiver may have replaced the document.
      invalidatesTags: [recordsTag, { type: 'Admin', id: 'users' }],
    }),
    decideRenewal: build.mutation<z.output<typeof renewalDecisionResponse>, RenewalDecisionCall>({
      query: ({ id, kind, body }) => ({
        url: `/admin-panel/caregivers/${id}/documents/${kind}/renewal/`,
        method: 'POST',
        body,
      }),
      responseSchema: renewalDecisionResponse,
      // Also after a failure: the caregiver may have uploaded another file.
      invalidatesTags: [recordsTag, { type: 'Admin', id: 'users' }],
    }),
    notes: build.query({
      query: (params: RecordPage) => ({ url: '/admin-panel/notes/', params }),
      transformResponse: readList(noteResponse),
      providesTags: [notesTag],
    }),
    addNote: build.mutation<z.output<typeof noteResponse>, { body: z.output<typeof noteBody>; key: string }>({
      query: ({ body, key }) => ({
        url: '/admin-panel/notes/',
        method: 'POST',
        body,
        headers: { 'Idempotency-Key': key },
      }),
      responseSchema: noteResponse,
      invalidatesTags: [notesTag],
    }),
  }),
})

export const {
  usePersonQuery,
  useShowContactMutation,
  useShowVisitMutation,
  usePersonReviewsQuery,
  usePersonMeetingsQuery,
  usePersonSessionsQuery,
  useBookingRecordQuery,
  useBookingMessagesQuery,
  useAuditLogQuery,
  useHistoryQuery,
  useCheckDocumentMutation,
  useDecideRenewalMutation,
  useNotesQuery,
  useAddNoteMutation,
} = recordsApi
