import { type Agent, get } from 'node:http'
import { gathering, slicesWith } from '#web/wire/news.ts'

type Visitor = { origin: string; agent: Agent; cookie: string }

/**
 * A page that stays open: it hears of changes as a browser does, and reads the changed slices again. Returns a function
 * that closes it.
 */
export const openPage = (
  { origin, agent, cookie }: Visitor,
  read: (slice: string) => Promise<unknown>,
): Promise<() => void> => {
  let isOpen = true
  const hear = gathering({ read: async slice => (isOpen ? read(slice) : undefined), mark: () => undefined })
  return new Promise((done, failed) => {
    const asked = get(`${origin}/live`, { agent, headers: { cookie } }, stream => {
      let rest = ''
      stream.setEncoding('utf8')
      stream.on('data', (text: string) => {
        const lines = (rest + text).split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) {
          const told = JSON.parse(/^data: (.+)/.exec(line)?.[1] ?? '{}') as { slice?: string; withinMs?: number }
          if (told.slice !== undefined) for (const each of slicesWith(told.slice)) hear(each, told.withinMs)
        }
      })
      stream.on('error', () => undefined)
      done(() => {
        isOpen = false
        stream.destroy()
      })
    })
    asked.on('error', failed)
  })
}
