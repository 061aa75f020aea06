import { confirmAppBody } from '@tendwell/contract/sign-in/two-step'
import { Copy } from 'lucide-react'
import { Suspense, useEffect, useEffectEvent, useRef } from 'react'
import { lazyTool } from '../../../lib/browser/lazy-parts.tsx'
import { Field, useZodForm } from '../../../lib/forms/form.tsx'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { useConfirmAppMutation, useSetUpAppMutation } from '../../../shared/sign-in/two-step-api.ts'
import { Button } from '../../../ui/button.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { QueryBody } from '../../../ui/query-panel.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { TextField } from '../../../ui/text-field.tsx'

interface AppSetupDialogProps {
  /** Takes the recovery codes that come with the first factor. */
  onCodes: (codes: readonly string[] | null) => void
  onClose: () => void
}

// Without it there is still the key to type.
const QrCode = lazyTool(async () => (await import('./qr-code.tsx')).QrCode)

/** Connects an authenticator app by a QR code, and confirms it by a first code. */
export function AppSetupDialog({ onCodes, onClose }: AppSetupDialogProps) {
  const [setUp, setup] = useSetUpAppMutation()
  const [confirm] = useConfirmAppMutation()
  const form = useZodForm(confirmAppBody, { defaultValues: { name: 'Authenticator app', app_code: '' } })
  const { submit, isPending, formError } = useSubmit(form, {
    send: (body) => confirm(body).unwrap(),
    success: 'Authenticator app added',
    failure: 'Failed to add the app',
    onSuccess: ({ recovery_codes: codes }) => {
      onClose()
      onCodes(codes)
    },
  })

  // An effect runs twice in React's strict mode; each call would make another secret.
  const hasStarted = useRef(false)
  const start = useEffectEvent(() => void setUp())
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    start()
  }, [])

  return (
    <Dialog isOpen onClose={onClose} title="Set up an authenticator app">
      <QueryBody
        query={{ ...setup, currentData: setup.data, isFetching: setup.isLoading, refetch: () => setUp() }}
        failure="Failed to start the setup"
        skeleton={<SetupSkeleton />}
        isCompact
      >
        {(key) => (
          <form onSubmit={submit} noValidate className="flex flex-col gap-5">
            <Scan {...key} />
            <div className="flex flex-col gap-4">
              <p>2. Enter the 6-digit code that the app shows.</p>
              <Field form={form} name="app_code">
                {(field) => (
                  <TextField label="Code" inputMode="numeric" autoComplete="one-time-code" {...field} />
                )}
              </Field>
            </div>
            <FormError message={formError} />
            <Button type="submit" size="large" block isPending={isPending}>
              {isPending ? 'Checking…' : 'Add app'}
            </Button>
          </form>
        )}
      </QueryBody>
    </Dialog>
  )
}

function Scan({ secret, uri }: { secret: string; uri: string }) {
  return (
    <div className="flex flex-col gap-4">
      <p>1. Open your authenticator app, add an account, and scan this code.</p>
      <div className="self-center rounded-control bg-qr-ground p-3">
        <Suspense fallback={<Skeleton className="size-36 sm:size-44" />}>
          <QrCode text={uri} />
        </Suspense>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control bg-sand px-4 py-3">
        <p className="min-w-0 flex-1 basis-48">
          <span className="block text-13 text-ink-soft">Can’t scan it? Type this key into the app:</span>
          <span className="tabular font-semibold tracking-wider wrap-anywhere">{group(secret)}</span>
        </p>
        <div className="flex flex-wrap items-center gap-x-4">
          <Button
            variant="secondary"
            size="small"
            icon={<Copy className="size-4" />}
            onPress={() => copyText(secret, 'Key copied!')}
          >
            Copy key
          </Button>
          <a href={uri} className="text-link flex min-h-11 items-center sm:hidden">
            Open in your app
          </a>
        </div>
      </div>
    </div>
  )
}

/** In groups of four, to be typed. */
function group(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ')
}

function SetupSkeleton() {
  return (
    <Loading>
      <span className="flex flex-col items-center gap-5">
        <Skeleton className="h-5 w-full" />
        <Skeleton className="size-42 sm:size-50" />
        <Skeleton className="h-18 w-full" />
        <Skeleton className="h-18 w-full" />
      </span>
    </Loading>
  )
}
