import { useLocale } from 'use-intl'

type Named = { name: string; nativeName: string }

/** A name and its other script in one text, the reader's own first. */
export const useNameText = (): ((of: Named) => string) => {
  const language = useLocale()
  return ({ name, nativeName }) =>
    !nativeName || nativeName === name ? name : language === 'zh' ? `${nativeName} ${name}` : `${name} ${nativeName}`
}

/** A name with its other script quietly beside it; a reader of Chinese sees the native name first. */
export const Name = ({ name, nativeName }: Named) => {
  const language = useLocale()
  if (!nativeName || nativeName === name) return name
  const [first, second] = language === 'zh' ? [nativeName, name] : [name, nativeName]
  return (
    <>
      {first} <span className="font-normal text-ink-2">{second}</span>
    </>
  )
}
