import type { VisitDetailsBody } from '@tendwell/contract/bookings/visits'
import type { OwnCaretakerProfile } from '@tendwell/contract/profiles/families'
import { COUNTRIES } from '@tendwell/contract/reference'
import { toLocalDate } from '@tendwell/contract/time'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { z } from 'zod'
import { focusField, scrollAndFocus } from '../../../lib/browser/scroll-and-focus.ts'
import { now } from '../../../lib/format/clock.ts'
import { getBrowserZone } from '../../../lib/format/format.ts'
import type { InnerForm } from '../../../lib/forms/inner-form.ts'
import { readTabItem, writeTabItem } from '../../../lib/session/tab-storage.ts'
import { toast } from '../../../lib/toast.ts'
import { usePublicCaregiverQuery } from '../../../shared/people/caregiver-api.ts'
import { readSearchedPlace } from '../../../shared/people/searched-place.ts'
import type { Selection } from '../../../shared/visits/selection.ts'
import { type AddressDraft, addressDraft, findAddressGaps, hasPlace } from './address-draft.ts'
import type { AddressFields } from './visit-address.tsx'

/** Families with more children choose those who need care. */
const PRESELECTED_MAXIMUM = 2

/** An address to keep in the profile, with the id of its city if that was picked. */
export type NewAddress = AddressDraft & { place_id: number | null }

/** What was changed. Anything else is as in the family's profile. */
const visitDraft = z.object({
  children: z.array(z.number()).optional(),
  address: addressDraft.optional(),
  /** Of the city that was picked last; it counts only while the address has its name. */
  placeId: z.number().optional(),
  note: z.string(),
  savesAddress: z.boolean(),
})
/** Those of the family's last request, or all who are born by the visit. */
export type Preselection = 'as last time' | 'everyone'
type VisitDraft = z.infer<typeof visitDraft>

const untouched: VisitDraft = { note: '', savesAddress: true }

/**
 * What the family says about the visit. It survives a reload, a login and a failed call.
 * @param lastChildren the names of the children of the family's last request
 */
export function useVisit(
  caregiverId: number,
  family: OwnCaretakerProfile | undefined,
  selection: Selection,
  lastChildren: readonly string[],
) {
  const storageKey = `tendwell.visit.${caregiverId}`
  const [draft, setDraft] = useState(() => visitDraft.safeParse(readTabItem(storageKey)).data ?? untouched)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const childIds = family?.children.map(({ id }) => id) ?? []
  const chosenLast = findChildren(family, lastChildren)
  const children = draft.children?.filter((id) => childIds.includes(id)) ?? preselect()
  const [searched] = useState(readSearchedPlace)
  const isHomeless = family !== undefined && family.street === '' && family.city === ''
  const assumed = isHomeless ? searched : null
  const home = toAddress(family)
  const typed = draft.address ?? (assumed ? { ...home, city: assumed.name, country: assumed.country } : home)
  const theirCountry = usePublicCaregiverQuery(caregiverId).currentData?.country
  const country = typed.country || (COUNTRIES.find((name) => name === theirCountry) ?? '')
  const address = { ...typed, country }
  const newChild = useRef<InnerForm>(null)
  const childrenField = useRef<HTMLFieldSetElement>(null)
  const noteField = useRef<HTMLTextAreaElement>(null)
  const addressFields = useRef<AddressFields>(null)
  const { note, savesAddress } = draft

  function preselect(): number[] {
    if (chosenLast.length > 0) return chosenLast
    return childIds.length <= PRESELECTED_MAXIMUM ? listExpected(family, selection) : []
  }

  function getPreselection(): Preselection | null {
    if (draft.children !== undefined || children.length === 0) return null
    return chosenLast.length > 0 ? 'as last time' : 'everyone'
  }

  /** Whether nothing is half typed. Otherwise says at the first such field what to do. */
  function isComplete(): boolean {
    if (newChild.current) {
      newChild.current.remind()
      return false
    }
    const gaps = findAddressGaps(address)
    if (Object.keys(gaps).length === 0) return true
    showErrors(gaps)
    toast.error('Please fix the highlighted fields')
    return false
  }

  /** Shows messages by field, and moves the focus to the first of these fields. @returns whether there is one here */
  function showErrors(next: Record<string, string>): boolean {
    // The messages are then on the screen, and fields know that they are theirs.
    flushSync(() => setErrors(next))
    if (next.children) scrollAndFocus(childrenField.current)
    else if (next.address || next.city || next.country) addressFields.current?.focus()
    else if (next.note) focusField(noteField.current)
    else return false
    return true
  }

  return {
    children,
    /** Why children are chosen whom the family hasn't chosen here; null if there are none. */
    preselection: getPreselection(),
    /** In the searched city where the profile has none; in the caregiver's country until the family names another one. */
    address,
    childrenField,
    newChild,
    addressFields,
    noteField,
    isComplete,
    /** Whether the address is that of the family's profile, unchanged. */
    isAtHome: draft.address === undefined && assumed === null,
    note,
    savesAddress,
    /** Messages by field, until something is changed. */
    errors,
    showErrors,
    change: (changes: Partial<VisitDraft>) => {
      const next = { ...draft, ...changes }
      setDraft(next)
      setErrors({})
      writeTabItem(storageKey, next)
    },
    clear: () => {
      setDraft(untouched)
      writeTabItem(storageKey, null)
    },
    // Until the profile is here, there are no children or address to send.
    body: {
      ...(note && { note }),
      ...(family && { children, address: hasPlace(address) ? address : typed }),
    } as VisitDetailsBody,
    /** The address to keep in the profile; null if it has one already, or none is wanted. */
    newAddress:
      family?.street === '' && savesAddress && address.street.trim() !== ''
        ? { ...address, place_id: draft.placeId ?? assumed?.id ?? null }
        : null,
  }
}

/** The ids of the family's children with these names, which is how requests name them. */
export function findChildren(family: OwnCaretakerProfile | undefined, names: readonly string[]): number[] {
  return (family?.children ?? []).filter(({ name }) => names.includes(name)).map(({ id }) => id)
}

/** The children who are born by the last visit, going by their due dates, or all where none is. */
function listExpected(family: OwnCaretakerProfile | undefined, selection: Selection): number[] {
  const lastMs = Math.max(now(), ...selection.map(({ endMs }) => endMs))
  const lastDate = toLocalDate(lastMs, getBrowserZone())
  const children = family?.children ?? []
  const born = children.filter(({ due_date }) => due_date === null || due_date <= lastDate)
  return (born.length > 0 ? born : children).map(({ id }) => id)
}

function toAddress(family: OwnCaretakerProfile | undefined): AddressDraft {
  const {
    street = '',
    apartment = '',
    neighborhood = '',
    postal_code = '',
    city = '',
    country = '',
  } = family ?? {}
  return { street, apartment, neighborhood, postal_code, city, country }
}
