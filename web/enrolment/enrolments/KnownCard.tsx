import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { ButtonLink } from '#web/routing/link.tsx'
import { inOrder } from '#web/words/Name.tsx'
import { refreshClaims } from '#web/session/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Notice } from '#web/ui/States.tsx'
import { askAgain, type Offer } from './claim.ts'
import { useFormat } from '#web/words/useFormat.ts'

/** Asks a person whose email address the school has on file whether that family is theirs, and joins them to it. */
export const KnownCard = ({ people }: { people: Offer['people'] }) => {
  const t = useTranslations('dashboard')
  const failureText = useFailureText()
  const language = useLocale()
  const accept = useWrite('claims-accept')
  const format = useFormat()
  const [failure, setFailure] = useState<unknown>(null)
  const take = async (personId: string) => {
    setFailure(null)
    try {
      await accept.send({ personId })
      askAgain()
      // The account became a parent's when it joined the family.
      await refreshClaims()
    } catch (error) {
      setFailure(error)
    }
  }
  return (
    <Card title={t('knownTitle')}>
      <p className="max-w-[66ch] text-ink-2">{t('knownText')}</p>
      {failure !== null && (
        <Notice alert tone="danger" className="mt-4">
          {failureText(failure)}
        </Notice>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        {people.map(person => (
          <Button
            key={person.personId}
            variant="primary"
            wide="phone"
            pending={accept.isPending}
            onClick={() => void take(person.personId)}
          >
            {t('knownYes', { children: format.all(person.children.map(child => inOrder(language, child).first)) })}
          </Button>
        ))}
        <ButtonLink to="/registration" wide="phone">
          {t('knownNo')}
        </ButtonLink>
      </div>
    </Card>
  )
}
