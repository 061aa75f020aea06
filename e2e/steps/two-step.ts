/** Second steps in a browser test: a virtual authenticator for passkeys, and codes of an app. */
import { TOTP } from 'otpauth'
import type { Api, Session } from '../api.ts'
import { expect, type Page } from '../fixtures.ts'

/** The product's address at `localhost`, because browsers allow no passkeys at an IP address. */
export const getLocalhost = (api: Api) => api.url.replace('127.0.0.1', 'localhost')

/** Gives the page's browser an authenticator that confirms each prompt at once. */
export async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** The app's next code. A code works once, so the product's clock moves on first. */
export async function nextCode(api: Api, secret: string): Promise<string> {
  const timestamp = await api.advanceClock(1)
  return new TOTP({ secret: secret.replaceAll(' ', '') }).generate({ timestamp })
}

/** Turns on two-step sign-in with an app, through the API. @returns its secret and the recovery codes */
export async function addApp(api: Api, session: Session): Promise<{ secret: string; codes: string[] }> {
  const { secret } = await api.call<{ secret: string }>(session, 'POST', '/api/auth/two-step/app')
  const body = { name: 'Phone', app_code: await nextCode(api, secret) }
  const { recovery_codes: codes } = await api.call<{ recovery_codes: string[] }>(
    session,
    'POST',
    '/api/auth/two-step/app/confirm',
    body,
  )
  return { secret, codes }
}

/** Sets up an app on the open screen, and saves the recovery codes. @returns its secret and the codes */
export async function setUpApp(page: Page, api: Api): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole('button', { name: 'Set up an app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible()
  const secret = await dialog.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{1,4})+$/).innerText()
  await dialog.getByLabel('Code', { exact: true }).fill(await nextCode(api, secret))
  await dialog.getByRole('button', { name: 'Add app' }).click()
  return { secret, codes: await saveCodes(page) }
}

/** Confirms in the open dialog that the recovery codes are saved. @returns them */
export async function saveCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole('alertdialog', { name: 'Save your recovery codes' })
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  const codes = await dialog.getByRole('listitem').allInnerTexts()
  await dialog.getByText('I’ve saved these codes').click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toHaveCount(0)
  return codes
}

/** Sends the login screen's form with a person's password. */
export async function enterPassword(page: Page, person: { email: string; password: string }): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
}

export async function logOut(page: Page): Promise<void> {
  // The page that opens after a login closes an open menu.
  await page.waitForURL((url) => url.pathname !== '/login')
  await page.getByRole('button', { name: /^Account: / }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible()
}
