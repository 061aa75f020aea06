import type { LocalWindow } from '@tendwell/contract/availability/windows'
import type { CancellationPolicy } from '@tendwell/contract/cancellation/policies'
import { usdFromCents } from '@tendwell/contract/money'
import { toLocalDate } from '@tendwell/contract/time'
import type { ReactNode } from 'react'
import { useCalendarState } from '../../../lib/address/use-calendar-state.ts'
import { now } from '../../../lib/format/clock.ts'
import { formatDay, formatHours, formatWindow, getBrowserZone, plural } from '../../../lib/format/format.ts'
import { toEpochMs } from '../../../lib/format/instants.ts'
import {
  calculatePrice,
  minutesByDate,
  type Rates,
  type Selection,
  totalMinutes,
} from '../../../shared/visits/selection.ts'
import { Banner } from '../../../ui/banner.tsx'
import { BottomBar } from '../../../ui/bottom-bar.tsx'
import { Button } from '../../../ui/button.tsx'
import { PriceText } from '../../../ui/price-text.tsx'
import { type CaregiverLimits, isTooShort } from '../hours/caregiver-limits.ts'
import { ChooseHours } from '../hours/choose-hours.tsx'
import { useLinkedHours } from '../hours/use-linked-hours.ts'
import { useSelection } from '../hours/use-selection.ts'
import { AboutThisVisit, type FamilyQuery } from './about-this-visit.tsx'
import { AGAIN_WEEKS } from './again.ts'
import { PAYS_LATER, SelectionPanel } from './selection-panel.tsx'
import { TravelNote } from './travel-note.tsx'
import { type Again, useBookAgain } from './use-book-again.ts'
import { useBookingRequest } from './use-booking-request.ts'
import type { NewAddress } from './use-visit.ts'

interface RequestHoursProps {
  caregiverId: number
  rates: Rates
  policy: CancellationPolicy
  limits: CaregiverLimits
  /** The start of the first free slot, if there is one. */
  nextFreeStart: string | null
  family: FamilyQuery
  /** The names of the children of the family's last request. */
  lastChildren: readonly string[]
  /** Keeps a new address in the family's profile. */
  saveAddress: (address: NewAddress) => void
}

/** The calendar, the windows of a day, the selection and its price. All times are in the viewer's zone. */
export function RequestHours({
  caregiverId,
  rates,
  policy,
  limits,
  nextFreeStart,
  family,
  lastChildren,
  saveAddress,
}: RequestHoursProps) {
  const zone = getBrowserZone()
  const { selection, select, addEarlier } = useSelection(caregiverId)
  const firstFree = nextFreeStart === null ? undefined : toLocalDate(toEpochMs(nextFreeStart), zone)
  const [firstChosen = firstFree] = minutesByDate(selection, zone).keys()
  const calendar = useCalendarState(toLocalDate(now(), zone), firstChosen)
  const request = useBookingRequest({
    caregiverId,
    zone,
    limits,
    selection,
    select,
    family: family.currentData,
    lastChildren,
    saveAddress,
  })
  // What was chosen for other hours ends with them.
  const bring = (hours: Selection) => {
    select(hours)
    request.repeat.clear()
    request.others.clear()
  }
  const missed = useLinkedHours({
    caregiverId,
    zone,
    minimumVisitMinutes: limits.minimumVisitMinutes,
    selection,
    select: bring,
  })
  const { again, insteadOf } = useBookAgain({
    caregiverId,
    zone,
    family: family.currentData,
    visit: request.visit,
    selection,
    select: bring,
    showDay: calendar.chooseDate,
  })
  const { repeat, isRepeated, others, taken, isPending } = request
  const requestCount = 1 + others.chosen.length
  const sendLabel = requestCount > 1 ? `Send ${requestCount} Requests` : 'Send Request'
  const button = (
    <Button
      size="large"
      isPending={isPending}
      isDisabled={!request.canSend}
      onPress={() => request.send(insteadOf)}
    >
      {isPending ? 'Sending…' : selection.length === 0 ? 'Select times first' : sendLabel}
    </Button>
  )
  return (
    <>
      <div role="status" className="not-empty:mb-6">
        {request.visit.isAtHome && <TravelNote caregiverId={caregiverId} address={request.visit.address} />}
      </div>
      <MissedHours hours={missed} />
      <AgainNote again={again} />
      {/* Below each other: the hours, then whether they repeat and who else is asked, then what may be left out. */}
      <div className="grid items-start gap-6 *:min-w-0 xl:grid-cols-[1fr_21rem] xl:grid-rows-[auto_1fr]">
        <ChooseHours
          caregiverId={caregiverId}
          zone={zone}
          rateCents={rates.rateCents}
          limits={limits}
          calendar={calendar}
          selection={selection}
          select={select}
        />
        <SelectionPanel
          selection={selection}
          select={select}
          addEarlier={addEarlier}
          repeat={repeat}
          hoursRef={request.hoursRef}
          repeatRef={request.repeatRef}
          others={others}
          taken={taken}
          error={request.hoursError}
          alternatives={request.alternatives}
          zone={zone}
          rates={rates}
          limits={limits}
          policy={policy}
          action={button}
        />
        <AboutThisVisit caregiverId={caregiverId} family={family} visit={request.visit} />
      </div>
      <SelectionBar
        action={button}
        selection={repeat.wanted}
        rates={rates}
        isRepeated={isRepeated}
        warning={
          taken.length > 0
            ? 'Some times are taken'
            : isTooShort(repeat.wanted, limits) &&
              `At least ${formatHours(limits.minimumVisitMinutes / 60)} a visit`
        }
      />
    </>
  )
}

/** Says that the hours of a link are no longer free. */
function MissedHours({ hours }: { hours: LocalWindow | null }) {
  return (
    <div role="status" className="not-empty:mb-6">
      {hours && (
        <Banner tone="warning" title="These times are no longer available">
          {`${formatDay(hours.date, 'weekday')}, ${formatWindow(hours.start, hours.end)}, is booked or closed now. Please choose another time.`}
        </Banner>
      )}
    </div>
  )
}

/** Says which times of an earlier booking, or of a request that came to nothing, were chosen. */
function AgainNote({ again }: { again: Again | null }) {
  return (
    <div role="status" className="not-empty:mb-6">
      {again && <AgainBanner {...again} />}
    </div>
  )
}

function AgainBanner({ times, isInstead }: Again) {
  if (times === 'none') {
    const title = isInstead
      ? 'These times aren’t free anymore'
      : `These times aren’t free in the next ${AGAIN_WEEKS} weeks`
    return (
      <Banner tone="warning" title={title}>
        Please choose other times. The rest is as last time.
      </Banner>
    )
  }
  const week = isInstead ? '' : ` in the week of ${formatDay(times.monday, 'weekday')}`
  if (times.missing > 0) {
    return (
      <Banner tone="warning" title="Some of these times aren’t free">
        {`We chose the others${week && `,${week}`}. Please add what is missing.`}
      </Banner>
    )
  }
  return (
    <Banner tone="success" title={isInstead ? 'Same times as in your request' : 'Same times as last time'}>
      {`We chose them${week}. Change anything you like before you send.`}
    </Banner>
  )
}

interface SelectionBarProps {
  action: ReactNode
  selection: Selection
  rates: Rates
  isRepeated: boolean
  /** What is wrong with the selection. */
  warning: string | false
}

/** Keeps the selected hours and their price in sight where the selection is below the calendar. */
function SelectionBar({ action, selection, rates, isRepeated, warning }: SelectionBarProps) {
  const hours = formatHours(totalMinutes(selection) / 60)
  return (
    <div className="contents xl:hidden">
      <BottomBar action={action} note={PAYS_LATER} inPlaceFrom="never">
        <PriceText usd={usdFromCents(calculatePrice(selection, rates).totalCents)} size="large" />
        <p className={`tabular truncate text-13 ${warning ? 'font-semibold text-clay' : 'text-ink-soft'}`}>
          {warning || (isRepeated ? `${plural(selection.length, 'time')}, ${hours}` : hours)}
        </p>
      </BottomBar>
    </div>
  )
}
