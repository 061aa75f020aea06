import { getLocalhostUrl, type PasskeySupport } from './passkeys.ts'

/** Why passkeys don't work here, in a line. */
export function PasskeyObstacle({ support }: { support: PasskeySupport }) {
  if (support === 'yes') return null
  if (support === 'no') return <p className="text-13 text-ink-soft">This browser doesn’t support passkeys.</p>
  const localhost = getLocalhostUrl()
  return (
    <p className="text-13 text-ink-soft">
      Browsers don’t allow passkeys at an IP address.
      {localhost && (
        <>
          {' '}
          <a href={localhost} className="text-link">
            Open this page at localhost
          </a>{' '}
          to use them.
        </>
      )}
    </p>
  )
}
