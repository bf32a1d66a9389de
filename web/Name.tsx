import { useLocale } from 'use-intl'

type Named = { name: string; nativeName: string }

// "Fall 2026" and "2026 秋季" would read as one number.
const between = (first: string, second: string): string => (/\d$/.test(first) && /^\d/.test(second) ? ' · ' : ' ')

/** A name and its other script in one text, the reader's own first. */
export const useNameText = (): ((of: Named) => string) => {
  const language = useLocale()
  return ({ name, nativeName }) => {
    if (!nativeName || nativeName === name) return name
    const [first, second] = language === 'zh' ? [nativeName, name] : [name, nativeName]
    return `${first}${between(first, second)}${second}`
  }
}

/** The one of a person's names that the reader sees first, for initials. */
export const useFirstName = (): ((of: Named) => string) => {
  const language = useLocale()
  return ({ name, nativeName }) => (language === 'zh' && nativeName ? nativeName : name)
}

/** A name with its other script quietly beside it; a reader of Chinese sees the native name first. */
export const Name = ({ name, nativeName }: Named) => {
  const language = useLocale()
  if (!nativeName || nativeName === name) return name
  const [first, second] = language === 'zh' ? [nativeName, name] : [name, nativeName]
  return (
    <span>
      {first}
      {between(first, second)}
      <span className="font-normal text-ink-2">{second}</span>
    </span>
  )
}
