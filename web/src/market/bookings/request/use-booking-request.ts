import type { OwnCaretakerProfile } from '@tendwell/contract/profiles/families'
import { useRef } from 'react'
import { scrollAndFocus } from '../../../lib/browser/scroll-and-focus.ts'
import type { Selection } from '../../../shared/visits/selection.ts'
import type { CaregiverLimits } from '../hours/caregiver-limits.ts'
import { useTakenHours } from '../hours/use-taken-hours.ts'
import { useOthers } from '../others/use-others.ts'
import { useRepeat } from '../repeat/use-repeat.ts'
import { useSendRequest } from './use-send-request.ts'
import { type NewAddress, useVisit } from './use-visit.ts'

interface BookingRequestOptions {
  caregiverId: number
  zone: string
  limits: CaregiverLimits
  selection: Selection
  select: (selection: Selection) => void
  family: OwnCaretakerProfile | undefined
  lastChildren: readonly string[]
  /** Keeps a new address in the family's profile. */
  saveAddress: (address: NewAddress) => void
}

/** The chosen hours, repeated or not, with the visit: which of them are still free, and sending them. */
export function useBookingRequest(options: BookingRequestOptions) {
  const { caregiverId, zone, limits, selection, select, family, lastChildren, saveAddress } = options
  const repeat = useRepeat(caregiverId, zone, selection)
  const isRepeated = repeat.weeks !== null
  const hoursRef = useRef<HTMLElement>(null)
  const repeatRef = useRef<HTMLElement>(null)
  // The weeks of repeated hours are checked together.
  const checked = isRepeated ? repeat.replacements : selection
  const { taken, nearby, check } = useTakenHours(caregiverId, zone, checked, limits)
  const visit = useVisit(caregiverId, family, repeat.wanted, lastChildren)
  const others = useOthers(caregiverId, zone, repeat.wanted, visit.body)
  const { send, isPending, hoursError, alternatives } = useSendRequest({
    caregiverId,
    zone,
    selection: repeat.wanted,
    visit: visit.body,
    others: others.chosen,
    check,
    onSent: () => {
      select([])
      repeat.clear()
      if (visit.newAddress) saveAddress(visit.newAddress)
      visit.clear()
      others.clear()
    },
    onRefused: (errors) => {
      // The hours come first on the screen, and what belongs to no field is mostly about them.
      const isPlaced = visit.showErrors(errors)
      if (errors.windows || !isPlaced) scrollAndFocus((isRepeated ? repeatRef : hoursRef).current)
    },
  })
  return {
    visit,
    repeat,
    hoursRef,
    repeatRef,
    isRepeated,
    others,
    taken,
    hoursError,
    alternatives: alternatives.length > 0 ? alternatives : nearby,
    /** @param insteadOf the earlier request in whose place the caregiver is asked */
    send: (insteadOf: number | undefined) => {
      if (visit.isComplete()) send(insteadOf)
    },
    isPending,
    canSend:
      selection.length > 0 &&
      taken.length === 0 &&
      !others.isChecking &&
      (!isRepeated || repeat.plan !== null),
  }
}
