import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Extent } from '#contract/exchange/oneroster.ts'
import { PeopleLink } from '#web/lists/PeopleLink.tsx'
import { extents, oneRosterDownloadPath } from '#contract/exchange/oneroster.plain.ts'
import { useReadLater } from '#web/wire/call.ts'
import { useMay } from '#web/session/may.ts'
import { OfficeImport } from '#web/exchange/oneroster/OfficeImport.tsx'
import { OfficePrograms } from '#web/exchange/oneroster/OfficePrograms.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Segmented } from '#web/ui/Choice.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/States.tsx'
import { useFormat } from '#web/words/useFormat.ts'

const told = ['users', 'classes', 'enrollments', 'courses', 'academicSessions'] as const

/** The roster as a zip: its contents, and the download link. */
const Out = () => {
  const t = useTranslations('oneroster')
  const [extent, setExtent] = useState<Extent>('current')
  const summary = useReadLater('oneroster-summary', { extent })
  const format = useFormat()
  const counts = new Map(summary.data?.map(({ file, rows }) => [file, rows]))
  return (
    <Card title={t('out.title')}>
      <div className="grid gap-4">
        <p className="max-w-[66ch] text-ink-2">{t('out.text')}</p>
        <div className="grid justify-items-start gap-2">
          <Segmented
            label={t('out.extent')}
            value={extent}
            onChange={setExtent}
            options={extents.map(value => ({ value, label: t(`out.extents.${value}`) }))}
          />
          <p className="text-sm text-ink-2">{t(`out.hints.${extent}`)}</p>
        </div>
        {summary.data ? (
          <p className="max-w-[66ch] text-sm" aria-live="polite">
            {t('out.holds', {
              list: format.list(told.map(file => t(`counted.${file}`, { n: counts.get(file) ?? 0 }))),
            })}
          </p>
        ) : (
          <Skeleton className="h-5 max-w-md" />
        )}
        <div>
          <PeopleLink
            href={`${oneRosterDownloadPath}?extent=${extent}`}
            download="oneroster.zip"
            className={buttonClass('primary', 'normal', 'phone')}
          >
            <Download size={18} aria-hidden />
            {t('out.button')}
          </PeopleLink>
        </div>
      </div>
    </Card>
  )
}

/** Class lists to and from other systems: export a zip, import a zip, and programs that read the API. */
export const OfficeOneRoster = ({ onUndo }: { onUndo: (batchId: string) => void }) => {
  const t = useTranslations('oneroster')
  const may = useMay()
  return (
    <div className="grid gap-6">
      <div className="max-w-[66ch]">
        <p className="text-ink-2">{t('lead')}</p>
        <details className="mt-1">
          <summary className="flex min-h-11 cursor-pointer items-center font-medium text-primary-ink">
            {t('why')}
          </summary>
          <ul className="grid list-disc gap-1 ps-5 text-sm">
            {(['classroom', 'library', 'move'] as const).map(item => (
              <li key={item}>{t(`whyItems.${item}`)}</li>
            ))}
          </ul>
          <p className="mt-2 text-sm text-ink-2">{t('whyNot')}</p>
        </details>
      </div>
      {may('oneroster-summary') && <Out />}
      {may('oneroster-apply') && <OfficeImport onUndo={onUndo} />}
      {may('oneroster-createClient') && <OfficePrograms />}
    </div>
  )
}
