import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { termMoves } from '#contract/school/terms.moves.plain.ts'
import { registrableTerms } from '#contract/school/terms.plain.ts'
import type { Term } from '#contract/school/terms.ts'
import { useUndoBatch } from '#web/lists/useUndoBatch.ts'
import { ButtonLink, Link, textLink } from '#web/routing/link.tsx'
import { useMay } from '#web/session/may.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useRead, useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { useNameText } from '#web/words/Name.tsx'
import type { Made, Undoing } from './OfficePasteClasses.tsx'

type NextProps = {
  term: Term
  /** The classes just created, and how to undo it. */
  made: Made | null
  undoing: Undoing
}

/** The next steps once a term has classes: families see them, then registration opens. */
export const OfficeTermNext = ({ term, made, undoing }: NextProps) => {
  const t = useTranslations('pasteClasses')
  const nameText = useNameText()
  const failureText = useFailureText()
  const may = useMay()
  const own = useRead('classes-list', {}).filter(({ termId }) => termId === term.id)
  const publish = useWrite('classes-publish')
  const move = useWrite('terms-move')
  const undo = useUndoBatch()
  const drafts = own.filter(({ status }) => status === 'draft')
  const closed = own.filter(({ status }) => status === 'draft' || status === 'published')
  const isRegistering = registrableTerms.includes(term.status)
  const mayOpen = isRegistering || termMoves[term.status].includes('registration')
  const idsOf = (of: typeof own) => of.map(({ id }) => id)
  const show = () =>
    publish.start({ ids: idsOf(drafts), to: 'published' }, ({ ids, batchId }) =>
      toast(t('next.published', { n: ids.length }), batchId === null ? undefined : () => void undo(batchId)),
    )
  const openTerm = () => {
    const done = () => toast(t('next.opened', { term: nameText(term) }))
    if (isRegistering) done()
    else move.start({ id: term.id, to: 'registration' }, done)
  }
  const open = () => (closed.length === 0 ? openTerm() : publish.start({ ids: idsOf(closed), to: 'open' }, openTerm))
  const isOpen = isRegistering && own.length > 0 && closed.length === 0
  const isPending = publish.isPending || move.isPending
  const error = publish.error ?? move.error ?? undoing.error
  // The pressed button is gone, so the focus moves to the result.
  const state = useRef<HTMLParagraphElement>(null)
  const stage = `${drafts.length} ${closed.length} ${term.status}`
  useEffect(() => state.current?.focus(), [stage])
  const title = nameText(term)
  return (
    <Page
      title={t('next.title')}
      actions={
        <>
          <ButtonLink to="/adminclass" search={{ do: 'paste', term: term.id }}>
            {t('next.more')}
          </ButtonLink>
          <ButtonLink to="/adminclass" search={{ term: term.id }}>
            {t('next.seeClasses')}
          </ButtonLink>
        </>
      }
    >
      <div className="grid max-w-160 gap-5">
        {made && drafts.length > 0 && (
          <Notice
            tone="good"
            title={t('created', { n: made.n })}
            action={
              <Button size="small" pending={undoing.isPending} onClick={undoing.undo}>
                {t('next.undo')}
              </Button>
            }
          />
        )}
        {error !== null && (
          <Notice alert tone="danger">
            {failureText(error)}
          </Notice>
        )}
        <Card title={title}>
          <p ref={state} tabIndex={-1} className="text-ink-2">
            {isOpen
              ? t('next.allOpen', { term: title })
              : drafts.length > 0
                ? t('next.lead', { term: title, drafts: drafts.length })
                : t('next.allPublished', { term: title })}
          </p>
          <div className="mt-4 flex flex-wrap gap-3">
            {!isOpen && mayOpen && may('terms-move') === true && (
              <Button variant="primary" pending={isPending} onClick={open}>
                {closed.length > 0 ? t('next.openTermWith', { n: closed.length }) : t('next.openTerm')}
              </Button>
            )}
            {drafts.length > 0 && may('classes-publish') === true && (
              <Button pending={isPending} onClick={show}>
                {t('next.publish', { n: drafts.length })}
              </Button>
            )}
            {isOpen && (
              <ButtonLink to="/classes" variant="primary">
                {t('next.seePublic')}
              </ButtonLink>
            )}
          </div>
        </Card>
        {made && made.teachers > 0 && (
          <p className="text-ink-2">
            {t('next.teachers', { n: made.teachers })}{' '}
            <Link to="/adminteacher" search={{}} className={textLink}>
              {t('next.toTeachers')}
            </Link>
          </p>
        )}
      </div>
    </Page>
  )
}
