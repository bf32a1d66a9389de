import { ChevronRight, Phone, Printer } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import type { Section } from '#contract/enrolment/classes.ts'
import { classListKinds } from '#contract/labels.ts'
import { useRead } from '#web/wire/call.ts'
import { withPage } from '#web/routing/lazily.tsx'
import { ButtonLink, Link } from '#web/routing/link.tsx'
import { useSearch } from '#web/routing/routing.tsx'
import { Named, type TwoNames, useFirstName } from '#web/words/Name.tsx'
import { useSchool } from '#web/wire/school.ts'
import { ChipLink, ChipRow } from '#web/people/students/Chips.tsx'
import { classListAddress } from '#web/access/views/classListAddress.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { Avatar, Badge } from '#web/ui/Marks.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { Empty, Notice } from '#web/ui/States.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { phoneHref } from '#web/ui/phoneHref.ts'

// Few schools have badges, so their code loads only where one does.
const BadgesCard = withPage(() => import('#web/people/badges/BadgesCard.tsx').then(module => module.BadgesCard))

// Answers that a device has kept from an earlier release have no such names.
const NotTo = ({ names = [] }: { names?: readonly string[] | undefined }) => {
  const t = useTranslations('record.pickUp')
  const format = useFormat()
  return (
    names.length > 0 && (
      <span className="block text-xs text-danger-ink wrap-anywhere">{t('notTo', { names: format.list(names) })}</span>
    )
  )
}

const Roster = ({ sectionId }: { sectionId: string }) => {
  const t = useTranslations('student')
  const roster = useRead('classes-roster', { sectionId })
  const language = useLocale()
  const firstName = useFirstName()
  const badges = useTranslations('badges.office')
  const hasBadges = useSchool()?.signIn.badges === true
  if (roster.length === 0) return <Empty>{t('emptyRoster')}</Empty>
  return (
    <Card
      title={t('roster', { n: roster.length })}
      aside={
        <p data-noprint className="flex flex-wrap gap-3">
          {classListKinds.map(kind => (
            <a
              key={kind}
              href={classListAddress({ section: sectionId }, kind, language)}
              target="_blank"
              rel="noreferrer"
              className={buttonClass()}
            >
              <Printer size={18} aria-hidden />
              {t(`print.${kind}`)}
            </a>
          ))}
          {hasBadges && (
            <ButtonLink to="/student" search={{ section: sectionId, badges: 'yes' }}>
              {badges('link')}
            </ButtonLink>
          )}
        </p>
      }
    >
      <ul className="-my-2 divide-y divide-line gap-x-5 xl:columns-3">
        {roster.map(student => (
          <li key={student.enrolmentId} className="break-inside-avoid py-2 xl:py-1">
            <Link
              to="/student"
              search={{ id: student.studentId }}
              className="-mx-2 flex min-h-row items-center gap-3 rounded-md px-2 hover:bg-sunken xl:min-h-6"
            >
              <span className="xl:hidden">
                <Avatar name={student.name} id={student.studentId} />
              </span>
              <span className="min-w-0 flex-1 font-semibold">
                <Named names={student} />
                <NotTo names={student.barred} />
              </span>
              {student.type === 'audit' && <Badge>{t('sitsIn')}</Badge>}
              {student.allergies && <Badge tone="bad">{t('hasAllergy')}</Badge>}
              {student.photoConsent === 'none' && <Badge tone="warn">{t('noPhotos')}</Badge>}
              <ChevronRight size={18} aria-hidden className="shrink-0 text-ink-2 rtl:-scale-x-100" />
            </Link>
            {student.guardians.some(({ phone }) => phone) && (
              <p className="flex flex-wrap gap-x-3 ps-13 text-xs text-ink-2 xl:ps-0">
                {student.guardians
                  .filter(({ phone }) => phone)
                  .map(({ name, nativeName, phone }) => (
                    <a
                      key={phone}
                      href={phoneHref(phone)}
                      className="inline-flex min-h-11 items-center gap-1.5 hover:text-ink hover:underline xl:min-h-6"
                    >
                      <Phone size={14} aria-hidden />
                      {firstName({ name, nativeName })} <span className="tabular-nums">{phone}</span>
                    </a>
                  ))}
              </p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The schedule of a class that the office has not published yet. */
const Planned = ({ section }: { section: Section }) => {
  const t = useTranslations('student')
  const format = useFormat()
  return (
    <Notice className="mb-4" title={t('draftTitle')}>
      {t('draftText', {
        day: format.day(section.termStartsOn),
        weekday: format.weekday(section.weekday),
        from: format.time(section.startsAt),
        to: format.time(section.endsAt),
      })}
      {section.room && ` · ${section.room}`}
    </Notice>
  )
}

/**
 * A teacher's class lists, including drafts of the classes that they will teach; for the office, the list of the class
 * in the address. With `?badges=` it shows the badges of the class.
 */
export const ClassLists = () => {
  const t = useTranslations('student')
  const sections = useRead('classes-list', {})
  const { section, badges } = useSearch<'/student'>()
  const open = sections.filter(({ status }) => status !== 'cancelled' && status !== 'draft')
  // Drafts come after current classes.
  const listed = [...open, ...sections.filter(({ status }) => status === 'draft')]
  const chosen = listed.find(({ id }) => id === section) ?? listed[0]
  const nameOf = ({ status, name, nativeName, otherTerm }: Section): TwoNames => ({
    ...(status === 'draft'
      ? { name: t('draft', { name }), nativeName: nativeName && t('draft', { name: nativeName }) }
      : { name, nativeName }),
    otherTerm,
  })
  return (
    <Page
      board
      title={t('classLists')}
      band={
        listed.length > 0 && (
          <ChipRow label={t('classes')}>
            {listed.map(each => (
              <ChipLink
                key={each.id}
                item={{ id: each.id, ...nameOf(each) }}
                to="/student"
                search={{ section: each.id }}
                current={each.id === chosen?.id}
              />
            ))}
          </ChipRow>
        )
      }
    >
      {chosen?.status === 'draft' && <Planned section={chosen} />}
      {!chosen ? (
        <Empty>{t('noSections')}</Empty>
      ) : badges === undefined ? (
        <Roster sectionId={chosen.id} />
      ) : (
        <BadgesCard key={chosen.id} sectionId={chosen.id} />
      )}
    </Page>
  )
}
