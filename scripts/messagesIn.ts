import { statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import compile from 'icu-minify/compile'

type Catalogue = { [key: string]: string | Catalogue }

const compiled = (catalogue: Catalogue): object =>
  Object.fromEntries(
    Object.entries(catalogue).map(([key, value]) => [
      key,
      typeof value === 'string' ? compile(value) : compiled(value),
    ]),
  )

/** The texts of a file as the browser gets them, with their ICU messages parsed; `file` is an absolute path. */
export const messagesIn = async (file: string): Promise<object> => {
  const { messages } = (await import(`${pathToFileURL(file).href}?at=${statSync(file).mtimeMs}`)) as {
    messages: Catalogue
  }
  return compiled(messages)
}
