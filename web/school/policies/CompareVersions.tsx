import { useTranslations } from 'use-intl'
import type { OfficePolicy } from '#contract/school/policies.ts'
import { TextDiff } from '#web/school/policies/TextDiff.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Input.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { useUrlState } from '#web/routing/urlState.ts'

/** Two versions of a policy side by side; `compare` in the address names them. */
export const CompareVersions = ({ policy: { versions } }: { policy: OfficePolicy }) => {
  const t = useTranslations('schoolRules.policies')
  const format = useFormat()
  const [url, change] = useUrlState()
  const asked = (url['compare'] ?? '').split('-').map(Number)
  const numbered = (number: number | undefined) => versions.find(version => version.number === number)
  const after = numbered(asked[1]) ?? versions[0]
  const before = numbered(asked[0]) ?? versions[1]
  if (!before || !after) return null
  const choose = (from: number, to: number) => change({ compare: `${from}-${to}` }, { replace: true })
  const heads = {
    before: t('versionHead', { number: String(before.number) }),
    after: t('versionHead', { number: String(after.number) }),
  }
  const side = (which: 'compareBefore' | 'compareAfter', value: number, onChoose: (number: number) => void) => (
    <Field label={t(which)}>
      <Select value={String(value)} onChange={event => onChoose(Number(event.target.value))}>
        {versions.map(({ id, number, publishedAt }) => (
          <option key={id} value={number}>
            {`${t('versionHead', { number: String(number) })} · ${format.instant(publishedAt, 'day')}`}
          </option>
        ))}
      </Select>
    </Field>
  )
  return (
    <section className="grid gap-4" aria-label={t('compare')}>
      <h3 className="text-base">{t('compare')}</h3>
      <div data-noprint className="grid gap-3 sm:grid-cols-2">
        {side('compareBefore', before.number, number => choose(number, after.number))}
        {side('compareAfter', after.number, number => choose(before.number, number))}
      </div>
      {before.text === after.text && before.nativeText === after.nativeText ? (
        <p role="status" className="text-sm text-ink-2">
          {t('compareSame')}
        </p>
      ) : (
        <>
          <TextDiff heads={heads} before={before.text} after={after.text} />
          {(before.nativeText || after.nativeText) && (
            <TextDiff heads={heads} before={before.nativeText} after={after.nativeText} lang="zh" />
          )}
        </>
      )}
    </section>
  )
}
