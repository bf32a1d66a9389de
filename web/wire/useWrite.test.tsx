// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, expect, test, vi } from 'vitest'
import { useReadLater, useWrite } from './call.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
afterAll(() => void vi.unstubAllGlobals())

const id = '00000000-0000-4000-8000-000000000001'

test('after a refusal because a price has changed, the new price is shown and can be agreed to', async () => {
  let totalCents = 100_00
  const sums: unknown[] = []
  vi.stubGlobal('fetch', async (address: string, { body }: { body: string }) => {
    if (!address.endsWith('/enrolments-answerOffer')) return Response.json({ result: { lines: [], totalCents } })
    const { agreedCents } = (JSON.parse(body) as { data: { agreedCents: number } }).data
    sums.push(agreedCents)
    if (agreedCents === totalCents) return Response.json({ result: { id, status: 'accepted', invoiceNumber: null } })
    const error = { status: 'FAILED_PRECONDITION', message: '', details: { reason: 'PRICE_CHANGED' } }
    return Response.json({ error }, { status: 400 })
  })
  const Offer = () => {
    const price = useReadLater('enrolments-offerPrice', { id }).data?.totalCents
    const answer = useWrite('enrolments-answerOffer')
    if (price === undefined) return null
    return <button onClick={() => answer.start({ id, accepts: true, agreedCents: price })}>{price}</button>
  }
  const place = document.createElement('div')
  const root = createRoot(place)
  await act(async () => root.render(<Offer />))
  const shows = (text: string) => act(() => vi.waitFor(() => expect(place.textContent).toBe(text)))
  const press = () => act(async () => place.querySelector('button')!.click())
  await shows('10000')
  totalCents = 120_00
  await press()
  await shows('12000')
  await press()
  await vi.waitFor(() => expect(sums).toEqual([100_00, 120_00]))
  await act(async () => root.unmount())
})
