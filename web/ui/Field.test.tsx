// @vitest-environment happy-dom
import { act, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { ErrorSummary, Field } from './Field.tsx'
import { Checkbox } from './Choice.tsx'
import { Input } from './Input.tsx'
import { UiText } from './text.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

/** A form of two fields that are both wrong each time it is sent. */
const Form = () => {
  const [attempt, setAttempt] = useState(1)
  const [mended, setMended] = useState<readonly string[]>([])
  const error = (id: string) => (mended.includes(id) ? undefined : `Enter the ${id}.`)
  const problems = ['name', 'contacts.0.phone'].filter(id => !mended.includes(id)).map(id => ({ id, text: error(id) }))
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        setMended([])
        setAttempt(attempt + 1)
      }}
    >
      <ErrorSummary problems={problems} attempt={attempt} onMend={id => setMended([...mended, id])} />
      <Field id="name" label="Name" error={error('name')}>
        <Input defaultValue="" />
      </Field>
      <Field id="contacts.0.phone" group label="Phone" error={error('contacts.0.phone')}>
        <input aria-label="Number" defaultValue="" />
      </Field>
    </form>
  )
}

test('an error disappears once its field is changed, until the form is checked again', async () => {
  const place = document.body.appendChild(document.createElement('div'))
  await act(async () =>
    createRoot(place).render(
      <UiText texts={{ errorTitle: 'There is a problem', optional: ' (optional)' } as never}>
        <Form />
      </UiText>,
    ),
  )
  const shown = () => [...place.querySelectorAll('[role=alert] li, p')].map(each => each.textContent)
  const change = (box: Element | null) => act(async () => box!.dispatchEvent(new Event('input', { bubbles: true })))
  const both = ['Enter the name.', 'Enter the contacts.0.phone.']
  expect(shown()).toEqual([...both, ...both])
  await change(place.querySelector('#name'))
  expect(shown()).toEqual([both[1], both[1]])
  expect(place.querySelector('#name')!.hasAttribute('aria-invalid')).toBe(false)
  await change(place.querySelector('fieldset input'))
  expect(shown()).toEqual([])
  await act(async () => place.querySelector('form')!.requestSubmit())
  expect(shown()).toEqual([...both, ...both])
})

test('a group doesn’t share its id with the fields in it', async () => {
  const place = document.body.appendChild(document.createElement('div'))
  await act(async () =>
    createRoot(place).render(
      <UiText texts={{ optional: ' (optional)' } as never}>
        <Field id="consents.levels.policy" group label="School rules" error="Check the box.">
          <Checkbox label="I accept the rules" />
          <Input aria-label="Note" />
        </Field>
      </UiText>,
    ),
  )
  expect([...place.querySelectorAll('[id]')].map(({ id }) => id)).toEqual([
    'consents.levels.policy',
    'consents.levels.policy-error',
  ])
  expect(place.querySelector('input')!.getAttribute('aria-describedby')).toBe('consents.levels.policy-error')
})
