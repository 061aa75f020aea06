import { formatAddress } from '@tendwell/contract/bookings/visit-text'
import { VISIT_NOTE_MAXIMUM } from '@tendwell/contract/bookings/visits'
import type { OwnCaretakerProfile } from '@tendwell/contract/profiles/families'
import { MapPin } from 'lucide-react'
import { useImperativeHandle, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { OptionalLegend } from '../../../ui/field.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { type QueryBodyProps, QueryPanel } from '../../../ui/query-panel.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { findAddressGaps } from './address-draft.ts'
import { AgesNote } from './ages-note.tsx'
import { ChooseChildren } from './choose-children.tsx'
import { TravelNote } from './travel-note.tsx'
import type { useVisit } from './use-visit.ts'
import { type AddressFields, VisitAddress } from './visit-address.tsx'

/** The load of the family's profile. */
export type FamilyQuery = QueryBodyProps<OwnCaretakerProfile>['query']

interface AboutThisVisitProps {
  caregiverId: number
  family: FamilyQuery
  visit: ReturnType<typeof useVisit>
}

/** Which children, where, and a note, all optional. */
export function AboutThisVisit({ caregiverId, family, visit }: AboutThisVisitProps) {
  return (
    <QueryPanel
      title="About this visit"
      lead="Until you’ve paid, the caregiver sees the children’s ages and your part of town, not their names or your address."
      query={family}
      failure="Failed to load your profile"
      skeleton={<SkeletonRows rows={4} />}
    >
      {(profile) => (
        <div className="flex flex-col gap-6">
          <ChooseChildren
            note={
              <div role="status" className="mt-2 empty:-mt-1">
                <AgesNote
                  caregiverId={caregiverId}
                  chosen={profile.children.filter(({ id }) => visit.children.includes(id))}
                />
              </div>
            }
            family={profile}
            chosen={visit.children}
            preselection={visit.preselection}
            onChange={(children) => visit.change({ children })}
            error={visit.errors.children}
            ref={visit.childrenField}
            newChildRef={visit.newChild}
          />
          <Address caregiverId={caregiverId} family={profile} visit={visit} />
          <TextArea
            ref={visit.noteField}
            label="Note to the caregiver"
            isRequired={false}
            rows={3}
            hint="Routines, pets, how to arrive. Leave out phone numbers and email addresses."
            maxLength={VISIT_NOTE_MAXIMUM}
            value={visit.note}
            onChange={(note) => visit.change({ note })}
            error={visit.errors.note}
          />
        </div>
      )}
    </QueryPanel>
  )
}

type LoadedProps = Pick<AboutThisVisitProps, 'caregiverId' | 'visit'> & { family: OwnCaretakerProfile }

function Address({ caregiverId, family, visit }: LoadedProps) {
  const [isEditing, setEditing] = useState(
    () => visit.address.street === '' || Object.keys(findAddressGaps(visit.address)).length > 0,
  )
  const fields = useRef<AddressFields>(null)
  const edit = () => {
    flushSync(() => setEditing(true))
    fields.current?.focus()
  }
  useImperativeHandle(visit.addressFields, () => ({ focus: edit }))
  return (
    <fieldset className="flex flex-col gap-3">
      <OptionalLegend className="mb-1.5">Where?</OptionalLegend>
      <FormError message={visit.errors.address} />
      {isEditing ? (
        <VisitAddress
          ref={fields}
          address={visit.address}
          errors={visit.errors}
          onChange={(address, placeId) => visit.change({ address, ...(placeId && { placeId }) })}
        />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <p className="flex min-w-0 items-start gap-2 wrap-anywhere">
            <MapPin className="mt-0.5 size-4 shrink-0 text-ink-soft" />
            {formatAddress(visit.address)}
          </p>
          <Button variant="secondary" size="small" onPress={edit}>
            Change address
          </Button>
        </div>
      )}
      <div role="status" className="empty:-mt-3">
        {!visit.isAtHome && <TravelNote caregiverId={caregiverId} address={visit.address} />}
      </div>
      {family.street === '' && (
        <Checkbox value={visit.savesAddress} onChange={(savesAddress) => visit.change({ savesAddress })}>
          Save this address to my profile
        </Checkbox>
      )}
    </fieldset>
  )
}
