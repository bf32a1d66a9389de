import { useTranslations } from 'use-intl'
import { useNameText } from '#web/words/Name.tsx'
import { Tongues } from '#web/words/Tongues.tsx'

/** Longer lists of names in a preview end with the number of the others. */
export const namedAtMost = 50

/** The people or records that a change leaves out for one reason. */
export const LeftOut = ({
  title,
  rows,
}: {
  title: string
  rows: readonly { id: string; name: string; nativeName: string }[]
}) => {
  const t = useTranslations('tables.bulk')
  const nameText = useNameText()
  return (
    <section className="rounded-lg border border-line p-3">
      <h3 className="text-sm font-semibold">{title}</h3>
      <ul className="mt-1 columns-1 text-sm text-ink-2 sm:columns-2">
        {rows.slice(0, namedAtMost).map(each => (
          <li key={each.id}>
            <Tongues text={nameText(each)} />
          </li>
        ))}
      </ul>
      {rows.length > namedAtMost && (
        <p className="mt-1 text-sm text-ink-2">{t('andMore', { n: rows.length - namedAtMost })}</p>
      )}
    </section>
  )
}
