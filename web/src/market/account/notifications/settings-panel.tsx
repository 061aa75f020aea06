import {
  CHANNEL_NAMES,
  NOTIFICATION_CHANNELS,
  type NotificationChannel,
  type NotificationSetting,
} from '@tendwell/contract/chat/notifications'
import { useAction } from '../../../lib/forms/use-action.ts'
import { QueryPanel } from '../../../ui/query-panel.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { kindTexts } from './kinds.ts'
import { useChangeNotificationSettingMutation, useNotificationSettingsQuery } from './settings-api.ts'

interface SettingsPanelProps {
  /** Only caregivers are verified and paid, and only families search. */
  isCaregiver: boolean
}

/** What reaches the user, in the app and by email. */
export function SettingsPanel({ isCaregiver }: SettingsPanelProps) {
  const query = useNotificationSettingsQuery()
  return (
    <QueryPanel
      title="Notifications"
      lead="Choose what we tell you about. Emails about money and account security are always on."
      query={query}
      failure="Failed to load notification settings"
      skeleton={<SkeletonRows rows={7} height="h-31 sm:h-19" />}
    >
      {(settings) => (
        <ul aria-label="Notifications" className="divide-y divide-line">
          {settings
            .filter(({ kind }) => !isCaregiver || kind !== 'searches')
            .map((setting) => (
              <SettingRow key={setting.kind} setting={setting} isCaregiver={isCaregiver} />
            ))}
        </ul>
      )}
    </QueryPanel>
  )
}

function SettingRow({ setting, isCaregiver }: SettingsPanelProps & { setting: NotificationSetting }) {
  const { kind, always_on: alwaysOn } = setting
  const { label, hint, caregiverHint = hint } = kindTexts[kind]
  const [change] = useChangeNotificationSettingMutation()
  const { run, isPending } = useAction({
    send: (wanted: Partial<Record<NotificationChannel, boolean>>) => change({ kind, ...wanted }).unwrap(),
    failure: 'Failed to change the setting',
  })
  const lockNote = alwaysOn.length === NOTIFICATION_CHANNELS.length ? 'Always on.' : 'Emails are always on.'
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-1 py-4 first:pt-0 last:pb-0">
      <div className="min-w-48 flex-1">
        <p className="font-semibold">{label}</p>
        <p className="text-13 text-ink-soft">
          {isCaregiver ? caregiverHint : hint}. {alwaysOn.length > 0 && lockNote}
        </p>
      </div>
      <div className="flex gap-x-4">
        {NOTIFICATION_CHANNELS.map((channel) => (
          <Switch
            key={channel}
            aria-label={`${label}: ${CHANNEL_NAMES[channel]}`}
            value={setting[channel]}
            isDisabled={alwaysOn.includes(channel)}
            isPending={isPending}
            words={{ on: CHANNEL_NAMES[channel], off: CHANNEL_NAMES[channel] }}
            onChange={(isOn) => void run({ [channel]: isOn })}
          />
        ))}
      </div>
    </li>
  )
}
