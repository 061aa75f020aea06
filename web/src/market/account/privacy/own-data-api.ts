import {
  type ClosingPreview,
  type Consents,
  type closeBody,
  closeResponse,
  closingResponse,
  consentsResponse,
  type DataExport,
  exportLinkResponse,
  exportResponse,
  reopenResponse,
} from '@tendwell/contract/people/own-data'
import { PRIVACY_VERSION, TERMS_VERSION } from '@tendwell/contract/reference'
import { staffAccess } from '@tendwell/contract/staff/staff-access'
import type { z } from 'zod'
import { endingEnded, endingStarted } from '../../../lib/session/session.ts'
import { api } from '../../../lib/transport/api-base.ts'
import { readList } from '../../../lib/transport/list.ts'

const exportPath = '/account/export'
const consentsPath = '/account/consents'

const ownDataApi = api.injectEndpoints({
  endpoints: (build) => ({
    dataExport: build.query<DataExport, void>({ query: () => exportPath, responseSchema: exportResponse }),
    requestExport: build.mutation<DataExport, void>({
      query: () => ({ url: exportPath, method: 'POST', body: { format: 'zip' } }),
      responseSchema: exportResponse,
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const { data } = await queryFulfilled.catch(() => ({ data: null }))
        if (data) dispatch(ownDataApi.util.upsertQueryData('dataExport', undefined, data))
      },
    }),
    exportLink: build.mutation<{ url: string }, void>({
      query: () => ({ url: `${exportPath}/link`, method: 'POST' }),
      responseSchema: exportLinkResponse,
    }),
    closing: build.query<ClosingPreview, void>({
      query: () => '/account/closing',
      responseSchema: closingResponse,
      // Bookings and money may have changed since it was last opened.
      keepUnusedDataFor: 0,
    }),
    closeAccount: build.mutation<z.infer<typeof closeResponse>, z.infer<typeof closeBody>>({
      query: (body) => ({ url: '/account/close', method: 'POST', body }),
      responseSchema: closeResponse,
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        dispatch(endingStarted())
        // After success the logout ends it, on the page that says so.
        await queryFulfilled.catch(() => dispatch(endingEnded()))
      },
    }),
    reopenAccount: build.mutation<z.infer<typeof reopenResponse>, string>({
      query: (token) => ({ url: '/account/reopen', method: 'POST', body: { token } }),
      responseSchema: reopenResponse,
    }),
    staffAccess: build.query({
      query: (params: { page: number; page_size: number }) => ({ url: '/account/staff-access', params }),
      transformResponse: readList(staffAccess),
    }),
    consents: build.query<Consents, void>({ query: () => consentsPath, responseSchema: consentsResponse }),
    agree: build.mutation<Consents, void>({
      query: () => ({
        url: consentsPath,
        method: 'POST',
        body: { terms_version: TERMS_VERSION, privacy_version: PRIVACY_VERSION },
      }),
      responseSchema: consentsResponse,
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const { data } = await queryFulfilled.catch(() => ({ data: null }))
        if (data) dispatch(ownDataApi.util.upsertQueryData('consents', undefined, data))
      },
    }),
  }),
})

export const {
  useDataExportQuery,
  useRequestExportMutation,
  useExportLinkMutation,
  useClosingQuery,
  useCloseAccountMutation,
  useReopenAccountMutation,
  useStaffAccessQuery,
  useConsentsQuery,
  useAgreeMutation,
} = ownDataApi
