import { useTranslations } from 'use-intl'
import { Steps } from '#web/ui/Steps.tsx'

/** The position in the registration: "2 of 3". */
export const FlowSteps = ({ part }: { part: 1 | 2 | 3 }) => {
  const t = useTranslations('register')
  return <Steps label={t('progress')} steps={[t('part1'), t('part2'), t('part3')]} current={part - 1} />
}
