import { ArrowLeft, ClipboardList, Megaphone, Pencil, Plus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Section } from '#contract/enrolment/classes.ts'
import type { Term } from '#contract/school/terms.ts'
import { enrollableSections } from '#contract/enrolment/classes.plain.ts'
import { LeavingSheets } from '#web/enrolment/leavings/LeavingSheets.tsx'
import { useRead, useReadLater } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { lazily } from '#web/routing/lazily.tsx'
import { Later } from '#web/routing/Later.tsx'
import { ButtonLink, Link, textLink } from '#web/routing/link.tsx'
import { useUrlState } from '#web/routing/urlState.ts'
import { useMay } from '#web/session/may.ts'
import { useNameText, useNames, useTeachersText } from '#web/words/Name.tsx'
import { useAgesText } from '#web/people/students/shared/agesText.ts'
import { isAtRisk } from '#web/enrolment/classes/office/OfficeClasses.tsx'
import { OfficeClassDates, OfficeClassLessons } from '#web/enrolment/classes/office/OfficeClassLessons.tsx'
import { OfficeClassFees, OfficeClassMembers } from '#web/enrolment/classes/office/OfficeClassMembers.tsx'
import { ClassStatus, useClassMove } from '#web/enrolment/classes/office/OfficeClassStatus.tsx'
import { LineRule, OfficeLine } from '#web/enrolment/enrolments/office/OfficeLine.tsx'
import { Fact } from '#web/records/record.tsx'
import { Button } from '#web/ui/Button.tsx'
import { SidePanel } from '#web/ui/Dialog.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Empty, Notice } from '#web/ui/States.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useFormat } from '#web/words/useFormat.ts'

const OfficeClassPanel = lazily(() =>
  import('#web/enrolment/classes/office/OfficeClassPanel.tsx').then(module => module.OfficeClassPanel),
)
const OfficeAddToClass = lazily(() =>
  import('#web/enrolment/enrolments/office/OfficeAddToClass.tsx').then(module => module.OfficeAddToClass),
)
const OfficeRoll = lazily(() =>
  import('#web/teaching/absences/office/OfficeMissingRolls.tsx').then(module => module.OfficeRoll),
)
const ClassListDialog = lazily(() =>
  import('#web/access/views/ClassListDialog.tsx').then(module => module.ClassListDialog),
)

const tabs = ['roster', 'line', 'lessons', 'fees', 'dates'] as const

/** The most important facts about a class. */
const Facts = ({ section, status }: { section: Section; status: ReactNode }) => {
  const t = useTranslations('classPage.facts')
  const list = useTranslations('officeClasses')
  const format = useFormat()
  const teachersText = useTeachersText()
  const { enrolled, capacity } = section
  const ages = useAgesText()(section) ?? t('anyAge')
  return (
    <dl className="mb-5 grid grid-cols-2 gap-x-6 gap-y-3 text-sm lg:grid-cols-3">
      <Fact label={t('teachers')}>{teachersText(section) || t('noTeacher')}</Fact>
      <Fact label={t('when')}>
        {format.weekday(section.weekday)} {format.time(section.startsAt)}–{format.time(section.endsAt)}
      </Fact>
      <Fact label={t('room')}>{section.room || t('noRoom')}</Fact>
      <Fact label={t('spots')}>
        {t('spotsOf', { enrolled: format.number(enrolled), capacity: format.number(capacity) })}
        <span className="block font-normal text-ink-2">
          {enrolled > capacity ? t('over', { n: enrolled - capacity }) : t('left', { n: section.placesLeft })}
        </span>
      </Fact>
      <Fact label={t('ages')}>{ages}</Fact>
      <Fact label={list('status')}>{status}</Fact>
    </dl>
  )
}

/** The waitlist of the class, in its order. */
const Line = ({ sectionId }: { sectionId: string }) => {
  const t = useTranslations('enrolling')
  const waitlist = useReadLater('enrolments-waitlist', { sectionId })
  return (
    <Later read={waitlist}>
      {entries => (
        <div className="grid max-w-[66ch] gap-3">
          <LineRule />
          {entries.length === 0 && <p className="text-ink-2">{t('nobodyWaits')}</p>}
          <OfficeLine sectionId={sectionId} waiting={entries} />
        </div>
      )}
    </Later>
  )
}

type OpenProps = { section: Section; term: Term; others: readonly Section[]; onCancel: (id: string) => void }

const OpenClass = ({ section, term, others, onCancel }: OpenProps) => {
  const t = useTranslations('classPage')
  const risk = useTranslations('cancellations.risk')
  const add = useTranslations('enrolFit')
  const format = useFormat()
  const names = useNames()
  const nameText = useNameText()
  const failureText = useFailureText()
  const may = useMay()
  const [url, change] = useUrlState()
  const [isPrinting, setPrinting] = useState(false)
  const [roll, setRoll] = useState<{ meetingId: string; onDay: string } | null>(null)
  const move = useClassMove()
  const open = tabs.filter(key => {
    if (key === 'line') return may('enrolments-waitlist') !== false
    return key === 'fees' || key === 'roster' ? may('classes-members') !== false : may('classes-lessons') !== false
  })
  const tab = open.find(key => key === url['tab']) ?? open[0]
  return (
    <Page
      title={nameText(section)}
      above={
        <Link to="/adminclass" search={{ term: term.id }} className={`inline-flex items-center gap-1 ${textLink}`}>
          <ArrowLeft size={16} aria-hidden className="rtl:-scale-x-100" />
          {t('back', { term: names(term).first })}
        </Link>
      }
      actions={
        <>
          {may('classes-roster') !== false && (
            <Button icon={ClipboardList} onClick={() => setPrinting(true)}>
              {t('print')}
            </Button>
          )}
          {may('messages-sendNotice') === true && (
            <ButtonLink to="/adminmessage" search={{ edit: 'new', class: section.id }} icon={Megaphone}>
              {t('write')}
            </ButtonLink>
          )}
          {may('classes-change') === true && (
            <Button icon={Pencil} onClick={() => change({ edit: 'yes' })}>
              {t('edit')}
            </Button>
          )}
          {may('enrolments-enrol') === true && enrollableSections.includes(section.status) && (
            <Button variant="primary" icon={Plus} onClick={() => change({ add: 'yes' })}>
              {add('addStudent')}
            </Button>
          )}
        </>
      }
    >
      {move.error !== null && (
        <Notice alert tone="danger" className="mb-4">
          {failureText(move.error)}
        </Notice>
      )}
      <Facts section={section} status={<ClassStatus section={section} move={move} onCancel={onCancel} />} />
      {isAtRisk(section) && (
        <Notice
          tone="warn"
          title={risk('below', { enrolled: format.number(section.enrolled), minimum: format.number(section.minimum) })}
          action={
            may('cancellations-cancelClass') === true && (
              <Button size="small" onClick={() => onCancel(section.id)}>
                {risk('callOff')}
              </Button>
            )
          }
          className="mb-5"
        >
          {risk('belowHint')}
        </Notice>
      )}
      {tab && (
        <Tabs
          label={t('tabs')}
          value={tab}
          onChange={key => change({ tab: key === 'roster' ? undefined : key })}
          tabs={open.map(key => ({
            key,
            label: t(`tab.${key}`),
            ...(key === 'roster' && { count: section.enrolled }),
            ...(key === 'line' && section.waiting > 0 && { count: section.waiting }),
          }))}
        >
          <div className="pt-5">
            {tab === 'roster' && (
              <OfficeClassMembers
                section={section}
                onMove={enrolmentId => change({ move: enrolmentId, to: undefined })}
                onLeave={enrolmentId => change({ leave: enrolmentId })}
              />
            )}
            {tab === 'line' && <Line sectionId={section.id} />}
            {tab === 'lessons' && (
              <OfficeClassLessons section={section} onRoll={may('absences-take') === true ? setRoll : null} />
            )}
            {tab === 'fees' && <OfficeClassFees section={section} />}
            {tab === 'dates' && <OfficeClassDates section={section} />}
          </div>
        </Tabs>
      )}
      {url['edit'] && may('classes-change') === true && (
        <OfficeClassPanel section={section} term={term} others={others} onClose={() => change({ edit: undefined })} />
      )}
      {url['add'] && <OfficeAddToClass section={section} onClose={() => change({ add: undefined })} />}
      {isPrinting && <ClassListDialog sectionId={section.id} onClose={() => setPrinting(false)} />}
      {roll && (
        <SidePanel
          open
          onClose={() => setRoll(null)}
          title={t('lessons.rollOf', { name: nameText(section), day: format.day(roll.onDay, 'weekday') })}
        >
          <OfficeRoll
            meetingId={roll.meetingId}
            onSaved={() => {
              toast(t('lessons.saved', { day: format.day(roll.onDay, 'weekday') }))
              setRoll(null)
            }}
          />
        </SidePanel>
      )}
      <LeavingSheets isOffice />
    </Page>
  )
}

/** The page of one class: its students, waitlist, lessons, money and dates, and the actions on them. */
export default function ClassPage({ id, onCancel }: { id: string; onCancel: (id: string) => void }) {
  const t = useTranslations('classPage')
  const title = useTranslations('officeClasses')
  const sections = useRead('classes-list', {})
  const terms = useRead('terms-list', {})
  const section = sections.find(each => each.id === id)
  const term = terms.find(each => each.id === section?.termId)
  if (!section || !term)
    return (
      <Page title={title('title')}>
        <Empty action={<ButtonLink to="/adminclass">{t('toList')}</ButtonLink>}>{t('gone')}</Empty>
      </Page>
    )
  return (
    <OpenClass
      section={section}
      term={term}
      others={sections.filter(({ termId }) => termId === term.id)}
      onCancel={onCancel}
    />
  )
}
