import { Printer } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Badge } from '#contract/people/badges.ts'
import { Named } from '#web/words/Name.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { Button } from '#web/ui/Button.tsx'
import { QrCode } from '#web/ui/QrCode.tsx'
import { Notice } from '#web/ui/States.tsx'

/** Badges to print and cut out. They are shown only once: there is no other copy of their codes. */
export const BadgeSheet = ({ badges, onDone }: { badges: readonly Badge[]; onDone: () => void }) => {
  const t = useTranslations('badges.sheet')
  const { site } = useUiText()
  return (
    <div className="grid gap-5">
      <div data-noprint className="grid gap-4">
        <Notice tone="warn">{t('once')}</Notice>
        <p className="flex flex-wrap gap-3">
          <Button variant="primary" icon={Printer} onClick={() => print()}>
            {t('print')}
          </Button>
          <Button onClick={onDone}>{t('done')}</Button>
        </p>
      </div>
      <ul className="grid gap-4 sm:grid-cols-2 print:grid-cols-2">
        {badges.map(({ studentId, code, ...name }) => (
          <li
            key={studentId}
            className="flex break-inside-avoid items-center gap-4 rounded-lg border border-dashed border-line-strong bg-white p-4 text-black"
          >
            <QrCode
              className="size-32 shrink-0"
              text={`${location.origin}/badge#${code}`}
              label={t('picture', { name: name.name })}
            />
            <div className="grid min-w-0 gap-1.5">
              <p className="text-xs">{site}</p>
              <p className="text-lg font-semibold break-words">
                <Named names={name} quiet="" stacked />
              </p>
              <p className="font-mono text-sm break-words">{code}</p>
              <p className="text-xs">{t('how', { address: `${location.host}/badge` })}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}
