import { Pencil } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { useAhead, useRead, useReadLater } from '#web/wire/call.ts'
import { languageNames, languages } from '#web/words/languages.ts'
import { lazily, withPage } from '#web/routing/lazily.tsx'
import { ButtonLink } from '#web/routing/link.tsx'
import { useNames } from '#web/words/Name.tsx'
import { useSchool } from '#web/wire/school.ts'
import { changeLanguage } from '#web/shell/Switches.tsx'
import { CalledOff } from '#web/enrolment/cancellations/CalledOff.tsx'
import { CalendarFeed } from '#web/communication/events/CalendarFeed.tsx'
import { FamilyCalendar } from '#web/communication/events/FamilyCalendar.tsx'
import { DueSoon } from '#web/teaching/assignments/CurrentCard.tsx'
import { OwnAnswers } from '#web/people/forms/OwnAnswers.tsx'
import { ConsentsCard } from '#web/people/parents/ConsentsCard.tsx'
import { ContactsCard } from '#web/people/parents/ContactsCard.tsx'
import { Address, Children, Guardians } from '#web/people/parents/HouseholdParts.tsx'
import { PickUpCard } from '#web/people/parents/PickUpCard.tsx'
import { PreferencesCard } from '#web/people/parents/PreferencesCard.tsx'
import { RequestsCard } from '#web/people/parents/RequestsCard.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Segmented } from '#web/ui/Choice.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { Empty } from '#web/ui/States.tsx'
import { useUrlState } from '#web/routing/urlState.ts'

// Opened on purpose only, so their code comes then.
const EventSheet = lazily(() => import('#web/communication/events/EventSheet.tsx').then(module => module.EventSheet))
const AskChild = lazily(() => import('#web/people/parents/AskOffice.tsx').then(module => module.AskChild))
const AskGuardian = lazily(() => import('#web/people/parents/AskOffice.tsx').then(module => module.AskGuardian))
const AskHousehold = lazily(() => import('#web/people/parents/AskOffice.tsx').then(module => module.AskHousehold))
const AskNewGuardian = lazily(() => import('#web/people/parents/AskOffice.tsx').then(module => module.AskNewGuardian))
const EditAddress = lazily(() => import('#web/people/parents/EditAddress.tsx').then(module => module.EditAddress))
const EditMe = lazily(() => import('#web/people/parents/EditMe.tsx').then(module => module.EditMe))

// Most visits read no message, so its code comes when it is asked for.
const MessagesPanel = lazily(() =>
  import('#web/communication/messages/MessagesPanel.tsx').then(module => module.MessagesPanel),
)

// A family is asked about its record for a few weeks of the year.
const ConfirmCard = withPage(() =>
  import('#web/people/confirmations/ConfirmCard.tsx').then(module => module.ConfirmCard),
)

// Only schools that ask for help have a duty, and only few parents a class to look after.
const DutyCard = withPage(() => import('#web/communication/duties/DutyCard.tsx').then(module => module.DutyCard))
const RoomParentCards = withPage(() =>
  import('#web/communication/volunteers/RoomParentCards.tsx').then(module => module.RoomParentCards),
)

const LanguageCard = () => {
  const t = useTranslations('household')
  const language = useLocale()
  const offered = useSchool()?.languages ?? languages
  if (offered.length < 2) return null
  return (
    <Card title={t('fields.language')}>
      <Segmented
        label={t('fields.language')}
        options={offered.map(value => ({ value, label: languageNames[value] }))}
        value={language}
        onChange={next => void changeLanguage(next)}
      />
    </Card>
  )
}

type Household = Output<'parents-household'>[number]
type Guardian = Household['guardians'][number]

/** The reader among the guardians. */
const ownOf = ({ guardians }: Household, me: Output<'users-me'>): Guardian | undefined =>
  guardians.find(({ email }) => email === me?.email) ??
  guardians.find(({ hasAccount, name }) => hasAccount && name === me?.name)

/** A dialog that belongs to one household, as the address says. */
const Edited = ({ household, me, isFirst }: { household: Household; me: Guardian | undefined; isFirst: boolean }) => {
  const [{ edit, of }, change] = useUrlState()
  const onClose = () => change({ edit: undefined, of: undefined })
  const child = household.children.find(({ id }) => id === of)
  const guardian = household.guardians.find(({ id }) => id === of)
  if (edit === 'child' && child) return <AskChild child={child} onClose={onClose} />
  if (edit === 'guardian' && guardian)
    return <AskGuardian household={household} guardian={guardian} onClose={onClose} />
  if (edit === 'me' && me && isFirst) return <EditMe me={me} onClose={onClose} />
  if (of !== household.id) return null
  if (edit === 'address') return <EditAddress household={household} onClose={onClose} />
  if (edit === 'household') return <AskHousehold household={household} onClose={onClose} />
  return edit === 'new' ? <AskNewGuardian household={household} onClose={onClose} /> : null
}

/** The family's own record: who belongs to it, what was agreed, and what one changes oneself or asks the office for. */
export default function Parent() {
  const t = useTranslations('household')
  const ask = useTranslations('record.ask')
  const questions = useTranslations('ownFields')
  const names = useNames()
  useAhead(
    'users-me',
    'parents-household',
    'cancellations-mine',
    'assignments-current',
    'confirmations-mine',
    'duties-mine',
    'volunteers-classes',
    'policies-current',
    'parents-preferences',
    'events-feed',
  )
  const me = useRead('users-me', {})
  const households = useRead('parents-household', {})
  const asked = useReadLater('confirmations-mine', {}, { withPage: true }).data ?? []
  const [{ event, messages }, change] = useUrlState()
  return (
    <Page board title={t('greeting', { name: me ? names(me).first : '' })} lead={t('lead')}>
      {households.length === 0 ? (
        <Empty action={<ButtonLink to="/registration">{t('register')}</ButtonLink>}>{t('nobody')}</Empty>
      ) : (
        <div className="grid gap-10">
          <CalledOff />
          <DueSoon />
          {households.map((household, index) => {
            const own = ownOf(household, me)
            const open = (edit: string, of = household.id) => change({ edit, of })
            return (
              <section
                key={household.id}
                aria-label={household.name}
                className="grid items-start gap-4 min-[56.25rem]:grid-cols-[3fr_2fr]"
              >
                {asked
                  .filter(({ householdId }) => householdId === household.id)
                  .map(each => (
                    <ConfirmCard key={each.roundId} household={household} asked={each} />
                  ))}
                <div className="grid gap-4">
                  <RequestsCard householdId={household.id} />
                  <Children household={household} onAsk={id => open('child', id)} />
                  <Guardians
                    household={household}
                    {...(own && { me: own.id })}
                    onEdit={() => change({ edit: 'me' })}
                    onAsk={id => open('guardian', id)}
                    onAdd={() => open('new')}
                  />
                  <DutyCard householdId={household.id} />
                  {index === 0 && <RoomParentCards />}
                  <PickUpCard household={household} />
                  {index === households.length - 1 && (
                    <>
                      <FamilyCalendar />
                      <CalendarFeed />
                    </>
                  )}
                </div>
                <div className="grid gap-4">
                  <Card
                    title={ask('householdName')}
                    aside={
                      <Button
                        variant="quiet"
                        size="small"
                        icon={Pencil}
                        className="-my-2 -me-2"
                        aria-label={ask('householdTitle')}
                        onClick={() => open('household')}
                      >
                        {t('edit')}
                      </Button>
                    }
                  >
                    <p>{household.name}</p>
                  </Card>
                  <Address household={household} onEdit={() => open('address')} />
                  <ContactsCard household={household} />
                  <OwnAnswers
                    subject={{ householdId: household.id }}
                    name={household.name}
                    title={questions('familyTitle')}
                  />
                  <ConsentsCard household={household} />
                  {index === households.length - 1 && (
                    <>
                      <PreferencesCard />
                      <LanguageCard />
                    </>
                  )}
                </div>
                <Edited household={household} me={own} isFirst={index === 0} />
              </section>
            )
          })}
        </div>
      )}
      {messages !== undefined && <MessagesPanel as="family" />}
      {event && <EventSheet key={event} id={event} onClose={() => change({ event: undefined })} />}
    </Page>
  )
}
