import { useTranslations } from 'use-intl'
import { useRead, useReadLater } from '#web/wire/call.ts'
import { withPage } from '#web/routing/lazily.tsx'
import { ButtonLink, Link, textLink } from '#web/routing/link.tsx'
import { Navigate } from '#web/routing/routing.tsx'
import { useNames } from '#web/words/Name.tsx'
import { homeOf } from '#web/session/home.ts'
import { useSession } from '#web/session/session.ts'
import { CurrentCard, DueSoon } from '#web/teaching/assignments/CurrentCard.tsx'
import { PayNow } from '#web/money/cards/shared/PayNow.tsx'
import { CalledOff } from '#web/enrolment/cancellations/CalledOff.tsx'
import { NextEvents } from '#web/communication/events/NextEvents.tsx'
import { FromSchool, UrgentNotices } from '#web/communication/messages/FromSchool.tsx'
import { FamilyDay } from '#web/people/parents/FamilyDay.tsx'
import { FamilyLinks } from '#web/people/parents/FamilyLinks.tsx'
import { DueCard, ToDoCard } from '#web/people/parents/FamilyStart.tsx'
import { MyApplications, MyLevels } from '#web/enrolment/applications/MyApplications.tsx'
import { BegunCard } from '#web/enrolment/enrolments/BegunCard.tsx'
import { Offers } from '#web/enrolment/enrolments/Offers.tsx'
import { WaitingLine } from '#web/enrolment/enrolments/WaitingLine.tsx'
import { MyDraws } from '#web/enrolment/lotteries/MyDraws.tsx'
import { WindowCard } from '#web/people/parents/WindowCard.tsx'
import { KeptPlaces } from '#web/enrolment/promotions/KeptPlaces.tsx'
import { ChipLink, ChipRow } from '#web/people/students/Chips.tsx'
import { TodayCard } from '#web/people/teachers/TodayCard.tsx'
import { MyVisits } from '#web/enrolment/visits/MyVisits.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { useSchoolClock } from '#web/words/useSchoolClock.ts'

// Only schools with badges have students who sign in.
const OwnLessons = withPage(() => import('#web/communication/events/OwnLessons.tsx').then(module => module.OwnLessons))
// For a family with an account that the school hasn't linked to its record yet.
const KnownCard = withPage(() => import('#web/enrolment/enrolments/KnownCard.tsx').then(module => module.KnownCard))

/** Pays all that is due by card; without cards, or if two households owe, it links to Payments. */
const PayDue = () => {
  const t = useTranslations('familyHome')
  const { data: cards } = useReadLater('cards-mine', {}, { withPage: true })
  const [due, ...others] = cards?.due ?? []
  if (!cards || !due || others.length > 0)
    return (
      <ButtonLink to="/paymenthistory" variant="primary" wide="phone">
        {t('seePayments')}
      </ButtonLink>
    )
  return (
    <PayNow {...due} isTest={cards.isTest}>
      <Link to="/paymenthistory" search={{}} className={`inline-flex min-h-11 items-center ${textLink}`}>
        {t('seePayments')}
      </Link>
    </PayNow>
  )
}

const Family = () => {
  const home = useRead('parents-home', {})
  return (
    <div className="grid items-start gap-4 min-[56.25rem]:grid-cols-[3fr_2fr]">
      <div className="grid gap-4">
        <BegunCard />
        <Offers />
        <WindowCard />
        <KeptPlaces />
        <MyApplications />
        <MyVisits />
        <MyDraws />
        <DueCard home={home}>
          <PayDue />
        </DueCard>
        <ToDoCard home={home} />
        <CalledOff />
        <FamilyDay home={home} />
        <DueSoon />
        <FromSchool to="/messages" />
      </div>
      <div className="grid gap-4">
        <NextEvents to="/calendar" all />
        <WaitingLine />
        <MyLevels />
        <FamilyLinks />
      </div>
    </div>
  )
}

const Children = () => {
  const t = useTranslations('familyHome')
  const { children } = useRead('parents-home', {})
  if (children.length === 0) return null
  return (
    <ChipRow label={t('children')}>
      {children.map(child => (
        <ChipLink key={child.id} item={child} to="/student" search={{ child: child.id }} avatar />
      ))}
    </ChipRow>
  )
}

const Newcomer = () => {
  const t = useTranslations('dashboard')
  const isDraft = useRead('enrolments-begun', {}).savedAt !== null
  const { people } = useRead('claims-offer', {})
  if (people.length > 0) return <KnownCard people={people} />
  if (isDraft) return <BegunCard />
  return (
    <Card title={t('readyTitle')}>
      <p className="max-w-[66ch] text-ink-2">{t('readyText')}</p>
      <div className="mt-5 flex flex-wrap gap-3">
        <ButtonLink to="/registration" variant="primary" wide="phone">
          {t('register')}
        </ButtonLink>
        <ButtonLink to="/classes" wide="phone">
          {t('see')}
        </ButtonLink>
      </div>
    </Card>
  )
}

/** The home page of everyone: the parts of each role that the person holds, one after another. */
export default function Dashboard() {
  const t = useTranslations('dashboard')
  const { user } = useSession()
  const roles = user?.roles ?? []
  const names = useNames()
  const format = useFormat()
  const { day, time } = useSchoolClock()
  const { data: me } = useReadLater('users-me', {}, { withPage: true })
  if (!user || me === null) return null
  // No device keeps a person's record, so without a connection the name comes from the sign-in.
  const { name, nativeName, email } = me ?? { ...user, nativeName: '' }
  // A person with one task at the school goes to its page.
  const home = homeOf(roles)
  if (roles.length === 1 && home !== '/dashboard/') return <Navigate to={home} />
  const part = time < '12:00' ? 'morning' : time < '18:00' ? 'afternoon' : 'evening'
  const isParent = roles.includes('parent')
  // The office's frame has a bar of its own on top.
  const onBoard = !roles.includes('admin')
  return (
    <Page
      board={onBoard}
      title={t(part, { name: names({ name, nativeName }).first || (email.split('@')[0] ?? '') })}
      above={format.day(day, 'long')}
      band={onBoard && isParent && <Children />}
    >
      <div className="grid gap-6">
        {(isParent || roles.includes('teacher')) && (
          <UrgentNotices to={isParent ? '/messages' : '/teacherdashboard/'} />
        )}
        {roles.length === 0 && (
          <>
            <Newcomer />
            <WindowCard />
          </>
        )}
        {isParent && <Family />}
        {me && roles.includes('student') && (
          <>
            <CalledOff />
            <OwnLessons />
            <CurrentCard studentId={me.id} />
          </>
        )}
        {roles.includes('teacher') && !isParent && <CalledOff />}
        {roles.includes('teacher') && <TodayCard />}
        {roles.includes('teacher') && !isParent && <FromSchool to="/teacherdashboard/" />}
      </div>
    </Page>
  )
}
