import { Check, X } from 'lucide-react'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { Quote } from '#contract/enrolment/enrolments.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { hasNoFocus } from '#web/ui/keptFocus.ts'
import { changeDraft, useDraft } from './draft.ts'

const setCode = (promoCode: string): void => changeDraft(draft => ({ ...draft, promoCode }))

/** The field for a promo code. It is inconspicuous, so that no one without a code looks for one. */
export const PromoField = ({ quote, isOld }: { quote: Quote; isOld: boolean }) => {
  const t = useTranslations('prices.code')
  const kept = useDraft()?.kept.draft.promoCode ?? ''
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState(kept)
  const answer = kept !== '' && quote.promo?.code === kept ? quote.promo : null
  const state = kept === '' && !isOpen ? 'closed' : answer?.problem === null ? 'held' : 'open'
  const place = useRef<HTMLDivElement>(null)
  const shown = useRef(state)
  useEffect(() => {
    // The element with the focus is gone, so the focus moves to what replaced it.
    if (shown.current !== state && hasNoFocus()) place.current?.querySelector<HTMLElement>('input, button')?.focus()
    shown.current = state
  }, [state])
  const apply = (event: FormEvent) => {
    event.preventDefault()
    setCode(typed.trim().toUpperCase().normalize('NFKC'))
  }
  return (
    <div ref={place}>
      {state === 'closed' && (
        <Button
          variant="quiet"
          className="-ms-5 text-primary-ink underline underline-offset-3"
          onClick={() => setOpen(true)}
        >
          {t('ask')}
        </Button>
      )}
      {state === 'held' && (
        <div className="flex items-center gap-2 rounded-md bg-sunken py-1 ps-3 pe-1 text-sm">
          <Check size={18} aria-hidden className="shrink-0 text-primary-ink" />
          <p role="status" className="min-w-0 flex-1">
            {t(quote.lines.length === 0 ? 'later' : 'takes', { code: kept })}
          </p>
          <IconButton
            icon={X}
            label={t('remove')}
            className="size-11!"
            onClick={() => {
              setTyped('')
              setOpen(false)
              setCode('')
            }}
          />
        </div>
      )}
      {state === 'open' && (
        <form noValidate onSubmit={apply}>
          <Field label={t('label')} error={answer?.problem && t(`problem.${answer.problem}`, { code: answer.code })}>
            <div className="flex gap-2">
              <Input
                value={typed}
                maxLength={60}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                className="min-w-0 flex-1 uppercase"
                onChange={event => setTyped(event.target.value)}
              />
              <Button type="submit" pending={isOld && kept !== ''}>
                {t('apply')}
              </Button>
            </div>
          </Field>
        </form>
      )}
    </div>
  )
}
