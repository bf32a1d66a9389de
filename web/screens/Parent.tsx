import { Pencil, UserRound } from 'lucide-react'
import { useNavigate, useSearch } from '#web/routing/routing.tsx'
import { useEffect, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { useRead, useReadLater } from '#web/wire/call.ts'
import { partClass, Parts } from '#web/routing/Parts.tsx'
import { lazily, withPage } from '#web/routing/lazily.tsx'
import { ButtonLink } from '#web/routing/link.tsx'
import { Named, useNames } from '#web/words/Name.tsx'
import { OwnAnswers } from '#web/people/forms/OwnAnswers.tsx'
import { ConsentsCard } from '#web/people/parents/ConsentsCard.tsx'
import { ContactsCard } from '#web/people/parents/ContactsCard.tsx'
import { FamilyLinks, FamilyLink } from '#web/people/parents/FamilyLinks.tsx'
import { Address, Children, Guardians } from '#web/people/parents/HouseholdParts.tsx'
import { PickUpCard } from '#web/people/parents/PickUpCard.tsx'
import { RequestsCard } from '#web/people/parents/RequestsCard.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { Empty } from '#web/ui/States.tsx'
import { useUrlState } from '#web/routing/urlState.ts'
import { useClose } from '#web/routing/wayBack.ts'
import { classes } from '#web/ui/classes.ts'
import { useInSight } from '#web/ui/useInSight.ts'

// Opened only on demand, so their code loads then.
const AskChild = lazily(() => import('#web/people/parents/AskOffice.tsx').then(module => module.AskChild))
const AskGuardian = lazily(() => import('#web/people/parents/AskOffice.tsx').then(module => module.AskGuardian))
const AskHousehold = lazily(() => import('#web/people/parents/AskOffice.tsx').then(module => module.AskHousehold))
const AskNewGuardian = lazily(() => import('#web/people/parents/AskOffice.tsx').then(module => module.AskNewGuardian))
const EditAddress = lazily(() => import('#web/people/parents/EditHousehold.tsx').then(module => module.EditAddress))
const EditMe = lazily(() => import('#web/people/parents/EditHousehold.tsx').then(module => module.EditMe))

// A family is asked to confirm its record for only a few weeks of the year, but then it opens the page for that.
const ConfirmCard = withPage(
  () => import('#web/people/confirmations/ConfirmCard.tsx').then(module => module.ConfirmCard),
  'always',
)

// Only schools that ask for help have a duty, and only few parents are room parents.
const DutyCard = withPage(
  () => import('#web/communication/duties/DutyCard.tsx').then(module => module.DutyCard),
  'always',
)
const RoomParentCards = withPage(
  () => import('#web/communication/volunteers/RoomParentCards.tsx').then(module => module.RoomParentCards),
  'always',
)

type PartProps = { isNamed: boolean; isWide?: boolean; children: ReactNode }
/** A part of the page that links from elsewhere lead to. */
const Part = ({ isNamed, isWide = false, children }: PartProps) => (
  <div
    ref={useInSight<HTMLDivElement>(isNamed)}
    className={classes('scroll-mt-4 empty:hidden', isWide && 'min-[56.25rem]:col-span-2')}
  >
    {children}
  </div>
)

type Household = Output<'parents-household'>[number]
type Guardian = Household['guardians'][number]

/** Returns the reader's entry among the guardians. */
const ownOf = ({ guardians }: Household, me: Output<'users-me'>): Guardian | undefined =>
  guardians.find(({ email }) => email === me?.email) ??
  guardians.find(({ hasAccount, name }) => hasAccount && name === me?.name)

/** The dialog of one household that the address names. */
const Edited = ({ household, me, isFirst }: { household: Household; me: Guardian | undefined; isFirst: boolean }) => {
  const [{ edit, of }] = useUrlState()
  const onClose = useClose('edit', 'of')
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

/** Redirects to the pages that messages and events have now, for old links to this page. */
const Moved = ({ messages = '', event }: { messages?: string; event?: string }) => {
  const navigate = useNavigate()
  useEffect(
    () =>
      void (event === undefined
        ? navigate({ to: '/messages', search: messages === 'all' ? {} : { open: messages }, replace: true })
        : navigate({ to: '/calendar', search: { event }, replace: true })),
    [navigate, messages, event],
  )
  return null
}

/** The family's own record: its members, its agreements, what it may change itself and what it asks the office for. */
const Record = () => {
  const t = useTranslations('household')
  const ask = useTranslations('record.ask')
  const questions = useTranslations('ownFields')
  const links = useTranslations('familyHome.links')
  const names = useNames()
  const me = useRead('users-me', {})
  const households = useRead('parents-household', {})
  const asked = useReadLater('confirmations-mine', {}, { withPage: true }).data ?? []
  const [{ part, of, edit, show }, change] = useUrlState()
  const named = edit === 'confirm' ? 'confirm' : part
  const isSecond = show === 'agreed' || named === 'pickups' || ['pickup', 'contact', 'sign'].includes(edit ?? '')
  return (
    <Page board title={t('greeting', { name: me ? names(me).first : '' })} lead={t('lead')}>
      {households.length === 0 ? (
        <Empty action={<ButtonLink to="/registration">{t('register')}</ButtonLink>}>{t('nobody')}</Empty>
      ) : (
        <>
          <Parts
            label={t('parts')}
            parts={[
              ['people', t('people')],
              ['agreed', t('agreed')],
            ]}
            shown={isSecond ? 'agreed' : 'people'}
          />
          <div className="grid gap-10">
            {households.map((household, index) => {
              const own = ownOf(household, me)
              const open = (dialog: string, about = household.id) =>
                change({ edit: dialog, of: about, part: undefined })
              const isNamed = (each: string) =>
                named === each && (of === household.id || (of === undefined && index === 0))
              return (
                <section
                  key={household.id}
                  aria-label={names(household).first}
                  className="grid items-start gap-4 min-[56.25rem]:grid-cols-[3fr_2fr]"
                >
                  {asked
                    .filter(({ householdId }) => householdId === household.id)
                    .map(each => (
                      <Part key={each.roundId} isNamed={isNamed('confirm')} isWide>
                        <ConfirmCard household={household} asked={each} />
                      </Part>
                    ))}
                  <div className={partClass(!isSecond)}>
                    <Part isNamed={isNamed('requests')}>
                      <RequestsCard householdId={household.id} />
                    </Part>
                    <Children household={household} onAsk={id => open('child', id)} />
                    <Guardians
                      household={household}
                      {...(own && { me: own.id })}
                      onEdit={() => change({ edit: 'me', part: undefined })}
                      onAsk={id => open('guardian', id)}
                      onAdd={() => open('new')}
                    />
                    {index === households.length - 1 && (
                      <FamilyLinks>
                        <FamilyLink to="/account" icon={UserRound}>
                          {links('account')}
                        </FamilyLink>
                      </FamilyLinks>
                    )}
                  </div>
                  <div className={partClass(isSecond)}>
                    <Part isNamed={isNamed('pickups')}>
                      <PickUpCard household={household} />
                    </Part>
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
                      <p>
                        <Named names={household} />
                      </p>
                    </Card>
                    <Address household={household} onEdit={() => open('address')} />
                    <ContactsCard household={household} />
                    <OwnAnswers
                      subject={{ householdId: household.id }}
                      name={names(household).first}
                      title={questions('familyTitle')}
                    />
                    <ConsentsCard household={household} me={own} />
                    <DutyCard householdId={household.id} />
                    {index === 0 && <RoomParentCards />}
                  </div>
                  <Edited household={household} me={own} isFirst={index === 0} />
                </section>
              )
            })}
          </div>
        </>
      )}
    </Page>
  )
}

/** The family's page, unless an old link asks for what has a page of its own now. */
export default function Parent() {
  const { messages, event } = useSearch<'/parent'>()
  const moved = { ...(messages !== undefined && { messages }), ...(event !== undefined && { event }) }
  return Object.keys(moved).length > 0 ? <Moved {...moved} /> : <Record />
}
