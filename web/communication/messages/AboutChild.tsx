import { useTranslations } from 'use-intl'
import { useNames, type TwoNames } from '#web/words/Name.tsx'
import { Badge } from '#web/ui/Marks.tsx'

/** The child that a message is about; a long name wraps. */
export const AboutChild = ({ child }: { child: TwoNames }) => {
  const t = useTranslations('messages')
  return (
    <Badge>
      <span className="whitespace-normal wrap-anywhere">{t('inbox.about', { name: useNames()(child).first })}</span>
    </Badge>
  )
}
