import { Suspense, type ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { CatalogueSection } from '#contract/enrolment/classes.ts'
import type { Term } from '#contract/school/terms.ts'
import { useFeature } from '#web/wire/school.ts'
import { useClassText } from '#web/enrolment/classes/shared/classText.ts'
import { useWaitingRule } from '#web/enrolment/classes/shared/waitingRule.ts'
import { useGuestRead } from '#web/wire/guestRead.ts'
import { inOrder, useTeachersText } from '#web/words/Name.tsx'
import { ButtonLink, Link, textLink } from '#web/routing/link.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Badge, Chip } from '#web/ui/Marks.tsx'
import { searchWith, useUrlState } from '#web/routing/urlState.ts'
import { useFormat } from '#web/words/useFormat.ts'

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid grid-cols-[7rem_1fr] gap-3 border-t border-line py-2.5">
    <dt className="text-sm text-ink-2">{label}</dt>
    <dd>{children}</dd>
  </div>
)

const WaitingRow = ({ termId }: { termId: string }) => {
  const t = useTranslations('rules')
  return (
    <Row label={t('waitingTitle')}>
      {useWaitingRule(useGuestRead('windows-rules', { termId })).map(line => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </Row>
  )
}

type ClassDetailsProps = { section: CatalogueSection; term: Term; onClose: () => void }

/** Everything about one class, and the way to register for it. */
export const ClassDetails = ({ section, term, onClose }: ClassDetailsProps) => {
  const t = useTranslations('home')
  const teachersText = useTeachersText()
  const text = useClassText()
  const format = useFormat()
  const language = useLocale()
  const [{ born }] = useUrlState()
  const hasTrials = useFeature('trials')
  const hasAuditing = useFeature('auditing')
  const { first, second } = text.names(section)
  const places = text.places(section)
  const hasRule = section.ageFrom !== null || section.ageTo !== null
  const isClosed = section.state === 'closed'
  const termName = inOrder(language, term).first
  return (
    <Dialog
      open
      onClose={onClose}
      title={first}
      description={second || undefined}
      actions={
        <>
          <ButtonLink to="." search={searchWith({ class: undefined })} resetScroll={false} variant="quiet" wide="phone">
            {t('back')}
          </ButtonLink>
          {!isClosed && (
            <ButtonLink
              to="/register"
              search={{ class: section.id, term: term.id, ...(born && { born }) }}
              variant="primary"
              wide="phone"
            >
              {t(section.state === 'waitlist' ? 'joinWaitlist' : 'registerHere')}
            </ButtonLink>
          )}
        </>
      }
    >
      <div className="mb-4 flex flex-wrap gap-2">
        <Chip crayon={section.crayon}>{text.programme(section)}</Chip>
        <Badge tone={places.tone}>{places.text}</Badge>
      </div>
      {section.description && <p className="mb-4 whitespace-pre-line text-ink-2">{section.description}</p>}
      <dl>
        <Row label={t('rowWhen')}>
          <span className="tabular-nums">{text.when(section)}</span>
          <span className="block text-sm text-ink-2">
            {t('termDates', {
              term: termName,
              from: format.day(term.startsOn, 'short'),
              to: format.day(term.endsOn, 'short'),
            })}
          </span>
        </Row>
        {section.room && <Row label={t('rowRoom')}>{section.room}</Row>}
        {section.teachers.length > 0 && <Row label={t('rowTeacher')}>{teachersText(section)}</Row>}
        {section.level !== null && (
          <Row label={t('rowLevel')}>
            {inOrder(language, { name: section.course, nativeName: section.courseNativeName }).first}
          </Row>
        )}
        <Row label={t('rowAge')}>
          {text.ages(section)}
          {hasRule && (
            <span className="block text-sm text-ink-2">
              {t('ageDay', { day: format.day(section.ageDay, 'short') })}
            </span>
          )}
        </Row>
        <Row label={t('rowFee')}>
          <span className="font-semibold tabular-nums">{text.price(section)}</span>
          {section.dueCents !== null && (
            <span className="text-ink-2"> {t('wholeFee', { fee: format.money(section.tuitionCents) })}</span>
          )}
          {section.booksCents > 0 && (
            <span className="text-ink-2"> {t('plusBooks', { fee: format.money(section.booksCents) })}</span>
          )}
        </Row>
        {(section.before.length > 0 || section.beforeLevel !== null || section.needsPlacement) && (
          <Row label={t('rowBefore')}>
            {[
              ...section.before.map(course => inOrder(language, course).first),
              ...(section.beforeLevel === null ? [] : [t('beforeLevel', { level: String(section.beforeLevel) })]),
            ].join(t('or'))}
            {section.needsPlacement && <span className="block">{t('placementFirst')}</span>}
            <span className="block text-sm text-ink-2">{t('beforeHint')}</span>
          </Row>
        )}
        {hasAuditing && section.auditCents !== null && (
          <Row label={t('rowAudit')}>
            {text.price({ tuitionCents: section.auditCents, dueCents: section.auditDueCents })}
          </Row>
        )}
        <Row label={t('rowPlaces')}>
          {t('placesOf', { left: format.number(Math.max(0, section.placesLeft)), of: format.number(section.capacity) })}
          {section.waiting > 0 && (
            <span className="block text-sm text-ink-2">{t('waitingNow', { n: section.waiting })}</span>
          )}
        </Row>
        {section.state === 'waitlist' && (
          <Suspense>
            <WaitingRow termId={term.id} />
          </Suspense>
        )}
      </dl>
      {hasTrials && !isClosed && (section.trialCents !== null || section.dayCents !== null) && (
        <div className="mt-3 flex flex-wrap gap-2 border-t border-line pt-4">
          {(['trial', 'day'] as const)
            .filter(kind => (kind === 'trial' ? section.trialCents : section.dayCents) !== null)
            .map(kind => (
              <ButtonLink key={kind} to="." search={searchWith({ visit: kind })} resetScroll={false} wide="phone">
                {t(kind === 'trial' ? 'tryOne' : 'oneDay', {
                  price: text.price({
                    tuitionCents: (kind === 'trial' ? section.trialCents : section.dayCents) ?? 0,
                    dueCents: null,
                  }),
                })}
              </ButtonLink>
            ))}
        </div>
      )}
      {section.state === 'waitlist' && <p className="mt-2 text-sm text-ink-2">{t('waitlistHint')}</p>}
      {section.state === 'approval' && <p className="mt-2 text-sm text-ink-2">{t('approvalHint')}</p>}
      {section.state === 'draw' && (
        <p className="mt-2 text-sm text-ink-2">
          {t('drawHint')} {section.draw && `${t('drawUntil', { until: format.instant(section.draw.closesAt) })} `}
          <Link to="/draws" search={{}} className={textLink}>
            {t('toDraws')}
          </Link>
        </p>
      )}
    </Dialog>
  )
}
