// @vitest-environment happy-dom
import { Plus } from 'lucide-react'
import { act, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { messages as base } from '#web/words/base.en.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { AddBlock } from './FlowPage.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const Children = () => {
  const [keys, setKeys] = useState(['a'])
  return (
    <>
      {keys.map((key, index) => (
        <p key={key}>
          <button
            type="button"
            aria-label={`Remove ${key}`}
            onClick={() => setKeys(keys.filter(each => each !== key))}
          />
          <input id={`children.${index}.name`} />
        </p>
      ))}
      <AddBlock
        path="children"
        count={keys.length}
        most={3}
        icon={Plus}
        onAdd={() => setKeys([...keys, `child ${keys.length}`])}
      >
        Add a child
      </AddBlock>
    </>
  )
}

test('the focus goes into a new block, and back to the button when a block is removed', async () => {
  const place = document.body.appendChild(document.createElement('main'))
  const root = createRoot(place)
  speak('en', base)
  await act(async () =>
    root.render(
      <LanguageProvider>
        <Children />
      </LanguageProvider>,
    ),
  )
  const button = (text: string) =>
    [...place.querySelectorAll('button')].find(each => (each.getAttribute('aria-label') ?? each.textContent) === text)
  const press = (text: string) =>
    act(async () => {
      button(text)!.focus()
      button(text)!.click()
    })
  await press('Add a child')
  expect(document.activeElement?.id).toBe('children.1.name')
  await press('Add a child')
  expect(document.activeElement?.id).toBe('children.2.name')
  // There is room for three.
  expect(button('Add a child')).toBeUndefined()
  await press('Remove child 1')
  expect(document.activeElement).toBe(button('Add a child'))
  await act(async () => root.unmount())
})
