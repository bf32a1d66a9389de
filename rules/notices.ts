import { unknownPlaceholders } from './placeholders.ts'

type Texts = { subject: string; body: string; nativeSubject: string; nativeBody: string }
type TextProblem = { path: keyof Texts; message: 'empty' | 'placeholder' }

const fields = ['subject', 'body', 'nativeSubject', 'nativeBody'] as const

/** The fields of a notice or template with an unknown placeholder in braces. */
export const wrongPlaceholders = (texts: Texts): TextProblem[] =>
  fields
    .filter(field => unknownPlaceholders(texts[field]).length > 0)
    .map(path => ({ path, message: 'placeholder' as const }))

/**
 * The texts that a notice still lacks before it can be sent. Each language that is started needs a subject and a text,
 * and at least one language is required.
 */
export const missingTexts = (texts: Texts): TextProblem[] => {
  const isBegun = (...of: (keyof Texts)[]) => of.some(field => texts[field].trim() !== '')
  const hasNative = isBegun('nativeSubject', 'nativeBody')
  const needed = [
    ...(isBegun('subject', 'body') || !hasNative ? (['subject', 'body'] as const) : []),
    ...(hasNative ? (['nativeSubject', 'nativeBody'] as const) : []),
  ]
  return needed.filter(field => texts[field].trim() === '').map(path => ({ path, message: 'empty' as const }))
}
