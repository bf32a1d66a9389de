import { ChevronRight, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useNavigate } from '#web/routing/routing.tsx'
import { useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { inOrder, Named } from '#web/words/Name.tsx'
import { refreshClaims, type SessionUser } from '#web/session/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/States.tsx'
import { askAgain, type Offer } from './claim.ts'
import { reopenDraft } from './draft.ts'
import { FlowSheet } from './FlowSheet.tsx'
import { useFormat } from '#web/words/useFormat.ts'

type Person = Offer['people'][number]

/** Loads what the school knows once the account belongs to the family, and opens the page where it is checked. */
export const useJoined = (user: SessionUser) => {
  const navigate = useNavigate()
  return async (): Promise<void> => {
    // The account became a parent's when it joined the family.
    await refreshClaims().catch(() => undefined)
    askAgain()
    await reopenDraft(user)
    await navigate({ to: '/registration', search: { step: 'check' }, replace: true })
  }
}

/** Returns a function that lists children's names: "Mia and Leo". */
const useListed = () => {
  const language = useLocale()
  const format = useFormat()
  return (children: Person['children']): string => format.all(children.map(child => inOrder(language, child).first))
}

/** Asks a new person whether a family on file with their email address is theirs. */
export const ClaimPage = ({
  user,
  people,
  onDecline,
}: {
  user: SessionUser
  people: Offer['people']
  onDecline: () => void
}) => {
  const t = useTranslations('claiming.offer')
  const listed = useListed()
  const failureText = useFailureText()
  const joined = useJoined(user)
  const navigate = useNavigate()
  const accept = useWrite('claims-accept')
  const decline = useWrite('claims-decline')
  const [failure, setFailure] = useState<unknown>(null)
  const [taken, setTaken] = useState<string | null>(null)
  const [one, another] = people
  const take = async (personId: string) => {
    setTaken(personId)
    setFailure(null)
    try {
      await accept.send({ personId })
      await joined()
    } catch (error) {
      setTaken(null)
      setFailure(error)
    }
  }
  const refuse = async () => {
    setFailure(null)
    try {
      await decline.send({})
      askAgain()
      onDecline()
    } catch (error) {
      setFailure(error)
    }
  }
  const title = one && !another ? t('title', { family: one.household, children: listed(one.children) }) : t('titleMany')
  return (
    <FlowSheet
      title={title}
      above={t('above')}
      lead={t('lead', { email: user.email })}
      onBack={() => void navigate({ to: '/classes' })}
    >
      <div className="grid gap-3">
        {failure !== null && (
          <Notice alert tone="danger">
            {failureText(failure)}
          </Notice>
        )}
        {people.map(person => (
          <button
            key={person.personId}
            type="button"
            disabled={taken !== null || decline.isPending}
            onClick={() => void take(person.personId)}
            className="flex min-h-20 items-center gap-4 rounded-xl border border-line-strong bg-surface p-4 text-start shadow-1 hover:bg-primary-soft disabled:opacity-60"
          >
            <span aria-hidden className="grid size-11 shrink-0 place-items-center rounded-md bg-primary-soft">
              <UsersRound size={21} className="text-primary-ink" />
            </span>
            <span className="min-w-0 flex-1">
              <span className="display block text-lg">{taken === person.personId ? t('joining') : t('yes')}</span>
              <span className="block">
                {t('iAm')} <Named names={person} />
              </span>
              <span className="block text-sm text-ink-2">{t('with', { children: listed(person.children) })}</span>
            </span>
            <ChevronRight size={21} aria-hidden className="shrink-0 text-ink-2" />
          </button>
        ))}
        <Button wide pending={decline.isPending} disabled={taken !== null} onClick={() => void refuse()}>
          {t('no')}
        </Button>
        <p className="text-sm text-ink-2">{t('hint')}</p>
      </div>
    </FlowSheet>
  )
}
