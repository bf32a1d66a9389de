import { decodeJwt } from 'jose'
import type { Page } from 'playwright-core'
import { earnToken } from '#tests/attested.ts'

const apiKey = 'lantern-web'

/**
 * Returns what a browser stores for a signed-in person: the identity client's user, Lantern's four values, and the
 * token.
 */
const sessionOf = async (origin: string, email: string, password: string) => {
  const ask = async <Answer>(operation: string, body: object, attestation = ''): Promise<Answer> => {
    const answer = await fetch(`${origin}/identitytoolkit.googleapis.com/v1/accounts:${operation}?key=${apiKey}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(attestation && { 'x-firebase-appcheck': attestation }) },
      body: JSON.stringify(body),
    })
    // A school that is not a demo requires an attestation.
    if (answer.status === 401 && !attestation) return ask(operation, body, await earnToken(origin))
    if (!answer.ok) throw new Error(`${email} didn't get in: ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
  const { idToken, refreshToken, expiresIn } = await ask<Record<'idToken' | 'refreshToken' | 'expiresIn', string>>(
    'signInWithPassword',
    { email, password, returnSecureToken: true },
  )
  const { users } = await ask<{
    users: { localId: string; displayName?: string; emailVerified: boolean; providerUserInfo?: object[] }[]
  }>('lookup', { idToken })
  const { localId: uid, displayName = '', emailVerified, providerUserInfo: providerData = [] } = users[0]!
  const user = {
    uid,
    email,
    emailVerified,
    displayName,
    isAnonymous: false,
    providerData,
    stsTokenManager: {
      refreshToken,
      accessToken: idToken,
      expirationTime: Date.now() + Number(expiresIn) * 1000,
    },
    apiKey,
    appName: '[DEFAULT]',
  }
  const claims = decodeJwt(idToken)
  const kept = {
    user_email: email,
    user_display_name: displayName,
    user_id: uid,
    // They stay signed in, so that their pages come with answers (web/shell/first.js).
    lantern_stays: 'yes',
    isAdmin: ['admin', 'parent', 'teacher'].find(role => claims[role] === true) ?? '',
  }
  return { idToken, user: { fbase_key: `firebase:authUser:${apiKey}:[DEFAULT]`, value: user }, kept }
}

/**
 * Makes someone return to a browser in which they signed in before, with none of Lantern's pages open yet. Signing in
 * has journeys of its own, so the others need not fill in the form each time.
 */
export const signIn = async (page: Page, email: string, password: string): Promise<void> => {
  // An image is the smallest page with Lantern's origin. The frame's own goto does not wait for a title.
  await page.mainFrame().goto('/badge-96.png')
  const { idToken, user, kept } = await sessionOf(new URL(page.url()).origin, email, password)
  await page.evaluate(
    async ({ idToken, kept }) => {
      if (localStorage.length > 0) throw new Error('Somebody has been here before')
      for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
      // Sets the cookie that downloads need.
      await fetch('/__session', { method: 'POST', headers: { Authorization: `Bearer ${idToken}` } })
    },
    { idToken, kept },
  )
  await page.evaluate(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('firebaseLocalStorageDb', 1)
    opening.onupgradeneeded = () =>
      opening.result.createObjectStore('firebaseLocalStorage', { keyPath: 'fbase_key' }).put(${JSON.stringify(user)})
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      opening.result.close()
      resolve()
    }
  })`)
}

/** Makes the tokens stored on the device look expired. Returns the number of tokens. */
export const expire = (page: Page): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('firebaseLocalStorageDb')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('firebaseLocalStorage', 'readwrite')
      const store = transaction.objectStore('firebaseLocalStorage')
      let count = 0
      store.openCursor().onsuccess = ({ target: { result: cursor } }) => {
        if (!cursor) return
        if (cursor.value.value?.stsTokenManager) {
          cursor.value.value.stsTokenManager.expirationTime = 0
          cursor.update(cursor.value)
          count += 1
        }
        cursor.continue()
      }
      transaction.oncomplete = () => {
        opening.result.close()
        resolve(count)
      }
    }
  })`)

/**
 * Signs in through the form and waits until the person is in. With `stays` false the session is for this visit only.
 * `origin` is that of the seat by default.
 */
export const signInByForm = async (
  page: Page,
  email: string,
  password: string,
  { stays = true, origin = '' } = {},
): Promise<void> => {
  await page.goto(`${origin}/login`)
  await page.getByLabel('Keep me signed in').setChecked(stays)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page
    .waitForURL(url => url.pathname !== '/login')
    .catch(async (error: unknown) => {
      throw new Error(`${email} didn't get in: ${await page.locator('body').innerText()}`, { cause: error })
    })
}
