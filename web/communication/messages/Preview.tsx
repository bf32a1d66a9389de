import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Language } from '#contract/values.ts'
import { tagOf } from '#rules/inLanguage.ts'
import { languageNames, languages } from '#web/words/languages.ts'
import { Segmented } from '#web/ui/Choice.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { inOrder, Letter, type TwoTexts } from './TwoLanguages.tsx'
import { useExample } from './useExample.ts'

type PreviewProps = {
  texts: TwoTexts
  isUrgent?: boolean
  needsAnswer?: boolean
  onClose: () => void
}

/** A notice or template as a family sees it, in each language. */
export const Preview = ({ texts, isUrgent = false, needsAnswer = false, onClose }: PreviewProps) => {
  const t = useTranslations('messages')
  const own = useLocale()
  const [language, setLanguage] = useState<Language>(own)
  const filled = useExample().fill(texts)
  const [first] = inOrder(filled, language)
  return (
    <Dialog open onClose={onClose} title={t('compose.previewTitle')} description={t('compose.previewHint')}>
      <div className="grid gap-4">
        <Segmented
          label={t('compose.previewLanguage')}
          options={languages.map(value => ({ value, label: languageNames[value] }))}
          value={language}
          onChange={setLanguage}
        />
        <div className="grid gap-3 rounded-lg border border-line p-4">
          {(isUrgent || needsAnswer) && (
            <p className="flex gap-1.5">
              {isUrgent && <Badge tone="bad">{t('urgent')}</Badge>}
              {needsAnswer && <Badge tone="warn">{t('pleaseConfirm')}</Badge>}
            </p>
          )}
          <p className="display text-lg" lang={first && tagOf(first.language)}>
            {first?.subject || t('admin.noSubject')}
          </p>
          <Letter texts={filled} language={language} />
        </div>
      </div>
    </Dialog>
  )
}
