import { Mail, MapPin, Phone } from 'lucide-react'
import { startTransition, Suspense } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Picture, School } from '#contract/school/config.ts'
import type { Term } from '#contract/school/terms.ts'
import { isTermOver, registrableTerms } from '#contract/school/terms.plain.ts'
import { hasPlaces, useClassText } from '#web/enrolment/classes/shared/classText.ts'
import { useFirstName, useNameText } from '#web/words/Name.tsx'
import { useFreshGuestReads, useGuestRead } from '#web/wire/guestRead.ts'
import { ButtonLink, Link, textLink } from '#web/routing/link.tsx'
import { useShown } from '#web/routing/routing.tsx'
import { useOwnText } from '#web/words/ownText.ts'
import { Prose } from '#web/words/Prose.tsx'
import { mottoOf, useSchool } from '#web/wire/school.ts'
import { sessionReady, useKnownSession } from '#web/session/session.ts'
import { ClassList } from '#web/enrolment/classes/ClassList.tsx'
import { VisitOf } from '#web/enrolment/visits/VisitOf.tsx'
import { ScheduleCard } from '#web/enrolment/classes/ScheduleCard.tsx'
import { Pictures } from '#web/school/config/Pictures.tsx'
import { PublicEvents } from '#web/communication/events/PublicEvents.tsx'
import { TermStrip } from '#web/school/terms/TermStrip.tsx'
import { PublicPolicies } from '#web/enrolment/windows/PublicPolicies.tsx'
import { PublicRules } from '#web/enrolment/windows/PublicRules.tsx'
import { classes } from '#web/ui/classes.ts'
import { Segmented } from '#web/ui/Choice.tsx'
import { Page } from '#web/ui/Page.tsx'
import { PagePart, pageWidth } from '#web/ui/PagePart.tsx'
import { Empty, Loading, Skeleton } from '#web/ui/States.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { withPage } from '#web/routing/lazily.tsx'
import { useUrlState } from '#web/routing/urlState.ts'
import { phoneHref } from '#web/ui/phoneHref.ts'

// A family sees the classes with its children in mind.
const FamilyClasses = withPage(async () => {
  const [module] = await Promise.all([import('#web/screens/FamilyClasses.tsx'), sessionReady()])
  return module.default
})

/** Returns the first sentence of a text, in English or Chinese punctuation. */
const opening = (text: string): string => /^[\s\S]*?(?:[.!?](?=\s|$)|[。！？])/.exec(text.trim())?.[0] ?? text

/** Returns the current and coming terms, the nearest first. */
const useCurrentTerms = (today: string): Term[] =>
  useGuestRead('terms-list', {})
    .filter(term => term.endsOn >= today && !isTermOver(term.status))
    .sort((a, b) => a.startsOn.localeCompare(b.startsOn))

/** The next day with lessons. */
const NextDay = ({ today }: { today: string }) => {
  const next = useGuestRead('classes-nextDay', {})
  return next && <ScheduleCard {...next} today={today} />
}

const Hero = ({ school, name, today }: { school: School; name: string; today: string }) => {
  const t = useTranslations('home')
  const own = useOwnText()
  const [{ term }] = useUrlState()
  const [motto, other] = mottoOf(school, useLocale())
  const names = [school.name, school.nativeName].filter(each => each && (motto || each !== name)).join(' · ')
  return (
    <section className="board pb-14 lg:pb-20">
      <div
        className={`${pageWidth} grid items-center gap-x-12 gap-y-10 pt-8 lg:min-h-112 lg:grid-cols-[1fr_24rem] lg:pt-6`}
      >
        <div>
          {names && <p className="mb-4 font-medium text-on-board-2">{names}</p>}
          <h1 tabIndex={-1} className="max-w-[18ch] text-4xl">
            {motto || name}
          </h1>
          {other && <p className="display mt-2 text-2xl text-on-board-2">{other}</p>}
          <p className="mt-5 max-w-[52ch] text-lg text-on-board-2">
            {opening(own(school.about, school.nativeAbout)) || t('lead')}
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <ButtonLink to="/register" search={term ? { term } : {}} variant="accent">
              {t('register')}
            </ButtonLink>
            <ButtonLink to="/classes" variant="board">
              {t('seeClasses')}
            </ButtonLink>
          </div>
          <p className="mt-4">
            <Link
              to="/classes"
              search={{ find: 'born' }}
              className="inline-flex min-h-11 items-center gap-2 font-medium text-on-board underline decoration-marigold decoration-2 underline-offset-4"
            >
              {t('notSure')}
            </Link>
          </p>
        </div>
        <Suspense fallback={<Skeleton className="h-64 rounded-xl opacity-20" />}>
          <NextDay today={today} />
        </Suspense>
      </div>
    </section>
  )
}

const Strip = ({ id, today }: { id: string; today: string }) => (
  <TermStrip term={useGuestRead('terms-get', { id })} today={today} />
)

const Facts = () => {
  const t = useTranslations('home')
  const text = useClassText()
  const format = useFormat()
  const { sections } = useGuestRead('classes-catalogue', {})
  if (sections.length === 0) return null
  const fees = sections.map(({ tuitionCents }) => tuitionCents).filter(fee => fee > 0)
  const froms = sections.map(({ ageFrom }) => ageFrom)
  const tos = sections.map(({ ageTo }) => ageTo)
  const youngest = froms.includes(null) ? null : Math.min(...froms.map(Number))
  const oldest = tos.includes(null) ? null : Math.max(...tos.map(Number))
  const weekdays = [...new Set(sections.map(({ weekday }) => weekday))].sort((a, b) => a - b)
  const free = sections.filter(hasPlaces).length
  const facts = [
    {
      label: t('factClasses', { n: sections.length }),
      value: t('factDays', { days: format.list(weekdays.map(weekday => format.weekday(weekday))) }),
    },
    { label: t('factAges'), value: text.ages({ ageFrom: youngest, ageTo: oldest }) },
    ...(fees.length > 0 ? [{ label: t('factFees'), value: t('from', { fee: format.money(Math.min(...fees)) }) }] : []),
    { label: t('factPlaces'), value: t('factFree', { n: free }) },
  ]
  return (
    <dl className={`${pageWidth} grid grid-cols-2 gap-x-6 gap-y-5 pt-10 lg:grid-cols-4`}>
      {facts.map(({ label, value }) => (
        <div key={label} className="border-s-2 border-marigold ps-4">
          <dt className="text-sm text-ink-2">{label}</dt>
          <dd className="display mt-0.5 text-lg">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const Classes = ({ terms, opened }: { terms: Term[]; opened: boolean }) => {
  const t = useTranslations('home')
  const firstName = useFirstName()
  const [values, change] = useUrlState()
  const open = terms.filter(({ status }) => registrableTerms.includes(status))
  const termId = open.find(({ id }) => id === values['term'])?.id
  const { term, sections } = useGuestRead('classes-catalogue', termId === undefined ? {} : { termId })
  return (
    <PagePart
      title={t('classes')}
      opened={opened}
      aside={
        open.length > 1 && (
          <Segmented
            label={t('term')}
            options={open.map(each => ({ value: each.id, label: firstName(each) }))}
            value={term?.id ?? null}
            onChange={id => startTransition(() => change({ term: id }, { replace: true }))}
          />
        )
      }
    >
      {term && sections.length > 0 ? (
        <>
          <ClassList key={term.id} term={term} sections={sections} isBrief={!opened} />
          <VisitOf sections={sections} />
        </>
      ) : (
        <Empty>{t('noClasses')}</Empty>
      )}
    </PagePart>
  )
}

type WhoWeAreProps = { school: School; pictures: readonly Picture[]; opened: boolean }

const WhoWeAre = ({ school, pictures, opened }: WhoWeAreProps) => {
  const t = useTranslations('home')
  const about = useOwnText()(school.about, school.nativeAbout)
  const contacts = [
    { icon: Mail, text: school.email, href: `mailto:${school.email}` },
    { icon: Phone, text: school.phone, href: phoneHref(school.phone) },
    { icon: MapPin, text: school.address, href: null },
  ].filter(({ text }) => text)
  const isTold = about !== '' || contacts.length > 0 || pictures.length > 0
  if (!isTold && !opened) return null
  const text = isTold ? about : t('aboutEmpty')
  return (
    <PagePart title={t('about')} opened={opened} className="border-t border-line">
      <div className={classes('grid gap-x-16 gap-y-8', text !== '' && 'lg:grid-cols-[3fr_2fr]')}>
        {text !== '' && <Prose className="grid max-w-[66ch] gap-4 text-lg" text={text} />}
        {contacts.length > 0 && (
          <div>
            <h3 className="mb-2 font-semibold">{t('contact')}</h3>
            <ul className="grid gap-1">
              {contacts.map(({ icon: Icon, text, href }) => (
                <li key={text} className="flex min-h-11 items-center gap-3">
                  <Icon size={20} aria-hidden className="shrink-0 text-ink-2" />
                  {href ? (
                    <a href={href} className={`inline-flex min-h-11 min-w-0 items-center wrap-anywhere ${textLink}`}>
                      {text}
                    </a>
                  ) : (
                    text
                  )}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
      {pictures.length > 0 && <Pictures pictures={pictures} className="mt-10" />}
    </PagePart>
  )
}

type RestProps = { school: School; pictures: readonly Picture[]; today: string; path: string }

/** The registration rules of the term in view. */
const Rules = ({ today, isRead }: { today: string; isRead: boolean }) => {
  const t = useTranslations('rules')
  const { term, sections } = useGuestRead('classes-catalogue', {})
  if (!term || sections.length === 0) return null
  return (
    <PagePart
      title={t('title')}
      className="border-t border-line"
      aside={
        !isRead && (
          <Link to="/about" className={`inline-flex min-h-11 items-center ${textLink}`}>
            {t('read')}
          </Link>
        )
      }
    >
      <PublicRules term={term} sections={sections} today={today} />
      {isRead && <PublicPolicies />}
    </PagePart>
  )
}

const Rest = ({ school, pictures, today, path }: RestProps) => {
  const t = useTranslations('home')
  const terms = useCurrentTerms(today)
  return (
    <>
      <Facts />
      {terms.length > 0 && (
        <PagePart title={t('calendar')}>
          <div className={classes('grid gap-x-12 gap-y-10', terms.length > 1 && 'lg:grid-cols-2')}>
            {terms.map(({ id }) => (
              <Strip key={id} id={id} today={today} />
            ))}
          </div>
        </PagePart>
      )}
      <PublicEvents />
      <div className={terms.length > 0 ? 'border-t border-line' : undefined}>
        <Classes terms={terms} opened={path === '/classes'} />
      </div>
      <Rules today={today} isRead={path === '/about'} />
      <WhoWeAre school={school} pictures={pictures} opened={path === '/about'} />
    </>
  )
}

/** The browser's title: the open class, or the page. */
const PageTitle = ({ page, school }: { page: string; school: string }) => {
  const [values] = useUrlState()
  return values['class'] === undefined ? (
    <title>{page}</title>
  ) : (
    <Suspense fallback={<title>{page}</title>}>
      <ClassTitle id={values['class']} termId={values['term']} page={page} school={school} />
    </Suspense>
  )
}
type ClassTitleProps = { id: string; termId: string | undefined; page: string; school: string }
const ClassTitle = ({ id, termId, page, school }: ClassTitleProps) => {
  const nameText = useNameText()
  const { sections } = useGuestRead('classes-catalogue', termId === undefined ? {} : { termId })
  const open = sections.find(section => section.id === id)
  return <title>{open ? `${nameText(open)} · ${school}` : page}</title>
}

/** Returns true if the visitor is a parent, as far as that is known without loading the identity client. */
const useIsParent = (): boolean => {
  const { session, stored } = useKnownSession()
  return session.state === 'in'
    ? session.user.roles.includes('parent')
    : session.state === 'loading' && stored === 'parent'
}

/** The school's front page; at `/classes` a parent sees which classes fit their children instead. */
export default function Home() {
  const isParent = useIsParent()
  const path = useShown().route?.path ?? '/'
  return isParent && path === '/classes' ? <FamilyClasses /> : <Front path={path} />
}

/** The front page: what the school is, its next day, its calendar and every class. */
const Front = ({ path }: { path: string }) => {
  const t = useTranslations('home')
  const own = useOwnText()
  const facts = useSchool()
  useFreshGuestReads()
  if (!facts) return null
  if (!facts.school)
    return (
      <Page title={t('noSchoolTitle')} lead={t('noSchool')} narrow>
        <ButtonLink to="/setup" variant="primary">
          {t('setUp')}
        </ButtonLink>
      </Page>
    )
  const { school, pictures, today } = facts
  const titles: Record<string, string> = { '/about': t('about'), '/classes': t('classes') }
  const title = titles[path]
  const name = own(school.name, school.nativeName)
  return (
    <>
      <PageTitle page={title ? `${title} · ${name}` : name} school={name} />
      <Hero school={school} name={name} today={today} />
      <Suspense
        fallback={
          <div className={`${pageWidth} py-12`}>
            <Loading onRetry={() => location.reload()} />
          </div>
        }
      >
        <Rest school={school} pictures={pictures} today={today} path={path} />
      </Suspense>
    </>
  )
}
